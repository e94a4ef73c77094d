"""The model families, as Paddle writes them: each entry builds a loss in the current program.

`MODELS` maps a name to a function of `large` (the published widths, or ones cut down until the
parameters fit in a few hundred kilobytes). Nothing is random when the program runs: dropout has
probability 0. Batch norm is in training mode.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import paddle
import paddle.nn.functional as F
import paddle.vision.models as vision
from paddle import nn

MODELS: dict[str, Callable[[bool], Any]] = {}

# Many batch norms over few pixels lose digits: in single precision both Paddle's gradients and
# ours are up to 4e-3 away from the same model in double precision. So the thin ones are in double.
DOUBLE = {"densenet121", "inception_v3", "mobilenet_v2", "resnet50", "shufflenet_v2"}

# Their data are over a megabyte, and other models have all their ops.
NOT_KEPT = {"googlenet", "inception_v3", "mobilenet_v2"}


def model(build: Callable[[bool], Any]) -> Callable[[bool], Any]:
    """Enters a function in `MODELS`."""
    MODELS[build.__name__] = build
    return build


# --- images: the classes of paddle.vision ----------------------------------------------------


@contextmanager
def thin(factor: int) -> Iterator[None]:
    """Inside, layers have 1/factor of the channels they ask for (images keep theirs)."""

    def cut(width: Any) -> Any:
        return width if not isinstance(width, int) or width <= 4 else max(1, width // factor)

    counts = {nn.Conv2D: 2, nn.BatchNorm2D: 1, nn.BatchNorm: 1, nn.Linear: 2}
    before = {layer: layer.__init__ for layer in (*counts, nn.Dropout)}

    def thinned(layer: type, count: int) -> Callable[..., None]:
        def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
            channels = ("in_channels", "out_channels", "num_channels", "groups")
            kwargs = {k: cut(v) if k in channels else v for k, v in kwargs.items()}
            if layer is nn.BatchNorm:  # which does not ask for the default
                kwargs.setdefault("dtype", paddle.get_default_dtype())
            before[layer](self, *map(cut, args[:count]), *args[count:], **kwargs)

        return __init__

    def no_dropout(self: Any, *args: Any, **kwargs: Any) -> None:
        before[nn.Dropout](self, 0.0)

    for layer, count in counts.items():
        layer.__init__ = thinned(layer, count)
    nn.Dropout.__init__ = no_dropout
    try:
        yield
    finally:
        for layer, init in before.items():
            layer.__init__ = init


def classify(network: Callable[..., Any], large: bool, factor: int, size: int, batch: int) -> Any:
    """Cross entropy of an image classifier. Large: 64 by 64 (or `size`) and full width."""
    factor = 1 if large else factor
    size = max(size, 64) if large else size
    with thin(factor):
        net = network(num_classes=10 * factor)
    net.train()
    image = paddle.static.data("image", [batch, 3, size, size], paddle.get_default_dtype())
    label = paddle.static.data("label", [batch, 1], "int64")
    out = net(image)
    if isinstance(out, list | tuple):  # the auxiliary classifiers of GoogLeNet
        losses = [F.cross_entropy(o, label) for o in out]
        return losses[0] + 0.3 * (losses[1] + losses[2])
    return F.cross_entropy(out, label)


@model
def resnet18(large: bool) -> Any:
    return classify(vision.resnet18, large, 16, 48, 2)


@model
def resnet50(large: bool) -> Any:
    return classify(vision.resnet50, large, 32, 48, 4)


@model
def mobilenet_v2(large: bool) -> Any:
    return classify(vision.mobilenet_v2, large, 8, 48, 4)


@model
def mobilenet_v3_small(large: bool) -> Any:
    return classify(vision.mobilenet_v3_small, large, 8, 48, 4)


@model
def vgg16(large: bool) -> Any:
    return classify(vision.vgg16, large, 64, 32, 2)


@model
def densenet121(large: bool) -> Any:
    return classify(vision.densenet121, large, 16, 48, 4)


@model
def shufflenet_v2(large: bool) -> Any:
    network = vision.shufflenet_v2_x1_0 if large else vision.shufflenet_v2_x0_25
    return classify(network, large, 4, 48, 4)


@model
def googlenet(large: bool) -> Any:
    return classify(vision.googlenet, large, 8, 224 if large else 192, 1)


@model
def inception_v3(large: bool) -> Any:
    def network(num_classes: int) -> Any:
        # Paddle's own last layer only takes the full width.
        trunk = vision.InceptionV3(num_classes=0)
        return nn.Sequential(trunk, nn.Flatten(), nn.Linear(2048, num_classes))

    return classify(network, large, 16, 96, 4)


# --- images: written out ---------------------------------------------------------------------


class DoubleConv(nn.Sequential):
    def __init__(self, channels: int, out: int):
        super().__init__(
            nn.Conv2D(channels, out, 3, padding=1, bias_attr=False),
            nn.BatchNorm2D(out),
            nn.ReLU(),
            nn.Conv2D(out, out, 3, padding=1),
            nn.GroupNorm(2, out),
            nn.Silu(),
        )


class UNet(nn.Layer):
    """Down by max pooling, up by transposed convolution and by bilinear interpolation."""

    def __init__(self, width: int):
        super().__init__()
        w = width
        self.down1, self.down2 = DoubleConv(3, w), DoubleConv(w, 2 * w)
        self.middle = DoubleConv(2 * w, 4 * w)
        self.up2 = nn.Conv2DTranspose(4 * w, 2 * w, 2, stride=2)
        self.join2 = DoubleConv(4 * w, 2 * w)
        self.up1 = nn.Sequential(
            nn.Upsample(scale_factor=2, mode="bilinear"), nn.Conv2D(2 * w, w, 1)
        )
        self.join1, self.out = DoubleConv(2 * w, w), nn.Conv2D(w, 1, 1)

    def forward(self, x: Any) -> Any:
        first = self.down1(x)
        second = self.down2(F.max_pool2d(first, 2))
        y = self.middle(F.max_pool2d(second, 2))
        y = self.join2(paddle.concat([second, self.up2(y)], axis=1))
        y = self.join1(paddle.concat([first, self.up1(y)], axis=1))
        return self.out(y)


@model
def unet(large: bool) -> Any:
    """A mask for each pixel; binary cross entropy plus Dice loss."""
    size = 64 if large else 16
    image = paddle.static.data("image", [2, 3, size, size], "float32")
    mask = paddle.static.data("mask", [2, 1, size, size], "float32")
    logits = UNet(64 if large else 4)(image)
    p = F.sigmoid(logits)
    dice = 1 - (2 * (p * mask).sum() + 1) / (p.sum() + mask.sum() + 1)
    return F.binary_cross_entropy_with_logits(logits, mask) + dice


def generator(noise: int, width: int) -> Any:
    w = width
    return nn.Sequential(
        nn.Linear(noise, 4 * w * 16),
        nn.Unflatten(1, [4 * w, 4, 4]),
        nn.BatchNorm2D(4 * w),
        nn.ReLU(),
        nn.Conv2DTranspose(4 * w, 2 * w, 4, stride=2, padding=1, bias_attr=False),
        nn.BatchNorm2D(2 * w),
        nn.ReLU(),
        nn.Conv2DTranspose(2 * w, 3, 4, stride=2, padding=1),
        nn.Tanh(),
    )


def discriminator(width: int) -> Any:
    w = width
    return nn.Sequential(
        nn.Conv2D(3, w, 4, stride=2, padding=1),
        nn.LeakyReLU(0.2),
        nn.Conv2D(w, 2 * w, 4, stride=2, padding=1, bias_attr=False),
        nn.InstanceNorm2D(2 * w),
        nn.LeakyReLU(0.2),
        nn.Flatten(),
        nn.Linear(2 * w * 16, 1),
    )


@model
def gan_generator(large: bool) -> Any:
    """The generator's loss; it depends on the discriminator's parameters as well."""
    noise = paddle.static.data("noise", [4, 16], "float32")
    w = 64 if large else 4
    score = discriminator(w)(generator(16, w)(noise))
    return F.softplus(-score).mean()


@model
def gan_discriminator(large: bool) -> Any:
    """The discriminator's loss; the images are detached, so the generator has no gradient."""
    noise = paddle.static.data("noise", [4, 16], "float32")
    real = paddle.static.data("image", [4, 3, 16, 16], "float32")
    w = 64 if large else 4
    judge = discriminator(w)
    fake = judge(generator(16, w)(noise).detach())
    real = judge(real)
    return F.binary_cross_entropy_with_logits(
        real, paddle.ones_like(real)
    ) + F.binary_cross_entropy_with_logits(fake, paddle.zeros_like(fake))


# --- sequences -------------------------------------------------------------------------------


@model
def transformer_encoder(large: bool) -> Any:
    d, layers, length = (512, 6, 32) if large else (24, 2, 7)
    x = paddle.static.data("x", [2, length, d], "float32")
    y = paddle.static.data("y", [2, length, d], "float32")
    layer = nn.TransformerEncoderLayer(d, 4, 2 * d, dropout=0.0, activation="gelu")
    return F.mse_loss(nn.TransformerEncoder(layer, layers)(x), y)


@model
def transformer(large: bool) -> Any:
    """Encoder and decoder over tokens, the causal mask and the label-smoothed loss."""
    d, layers, length, words = (512, 6, 32, 1000) if large else (16, 2, 6, 20)
    source = paddle.static.data("source", [2, length + 2], "int64")
    target = paddle.static.data("target", [2, length], "int64")
    label = paddle.static.data("label", [2, length], "int64")
    embed = nn.Embedding(words, d)
    positions = paddle.create_parameter([length + 2, d], "float32")
    net = nn.Transformer(d, 4, layers, layers, 2 * d, dropout=0.0, normalize_before=True)
    mask = net.generate_square_subsequent_mask(length)
    out = net(
        embed(source) * math.sqrt(d) + positions,
        embed(target) * math.sqrt(d) + positions[:length],
        tgt_mask=mask,
    )
    logits = paddle.matmul(out, embed.weight, transpose_y=True)
    smooth = F.label_smooth(F.one_hot(label, words), epsilon=0.1)
    return F.cross_entropy(logits, smooth, soft_label=True)


@model
def bert(large: bool) -> Any:
    """Three embeddings, a padding mask, the masked words' loss and the next sentence's."""
    d, layers, length, words = (768, 12, 64, 3000) if large else (24, 2, 8, 30)
    tokens = paddle.static.data("tokens", [2, length], "int64")
    segments = paddle.static.data("segments", [2, length], "int64")
    keep = paddle.static.data("keep", [2, length], "float32")
    label = paddle.static.data("label", [2, length], "int64")
    follows = paddle.static.data("follows", [2], "int64")
    word, place, kind = (
        nn.Embedding(words, d, padding_idx=0),
        nn.Embedding(length, d),
        nn.Embedding(2, d),
    )
    x = word(tokens) + place(paddle.arange(length)) + kind(segments)
    x = nn.LayerNorm(d, epsilon=1e-12)(x)
    bias = (1.0 - keep.unsqueeze([1, 2])) * -1e4
    layer = nn.TransformerEncoderLayer(d, 4, 4 * d, dropout=0.0, activation="gelu")
    x = nn.TransformerEncoder(layer, layers)(x, bias)
    pooled = F.tanh(nn.Linear(d, d)(x[:, 0]))
    hidden = nn.LayerNorm(d)(F.gelu(nn.Linear(d, d)(x)))
    scores = paddle.matmul(hidden, word.weight, transpose_y=True)
    scores = scores + paddle.create_parameter([words], "float32", is_bias=True)
    words_loss = F.cross_entropy(
        scores.reshape([-1, words]), label.reshape([-1]), ignore_index=-100
    )
    return words_loss + F.cross_entropy(nn.Linear(d, 2)(pooled), follows)


class ViTBlock(nn.Layer):
    def __init__(self, d: int, heads: int):
        super().__init__()
        self.heads, self.d = heads, d
        self.norm1, self.norm2 = nn.LayerNorm(d), nn.LayerNorm(d)
        self.qkv, self.out = nn.Linear(d, 3 * d), nn.Linear(d, d)
        self.mlp = nn.Sequential(nn.Linear(d, 2 * d), nn.GELU(), nn.Linear(2 * d, d))

    def forward(self, x: Any) -> Any:
        n = x.shape[1]
        qkv = self.qkv(self.norm1(x)).reshape([0, n, 3, self.heads, self.d // self.heads])
        q, k, v = qkv.transpose([2, 0, 3, 1, 4]).unbind(0)
        scores = q.matmul(k.transpose([0, 1, 3, 2])) * (self.d // self.heads) ** -0.5
        mixed = F.softmax(scores, axis=-1).matmul(v).transpose([0, 2, 1, 3])
        x = x + self.out(mixed.reshape([0, n, self.d]))
        return x + self.mlp(self.norm2(x))


@model
def vit(large: bool) -> Any:
    """Patches by a strided convolution, a class token expanded over a batch of unknown size."""
    d, layers, size, patch = (384, 12, 64, 8) if large else (24, 2, 16, 4)
    image = paddle.static.data("image", [-1, 3, size, size], "float32")
    label = paddle.static.data("label", [-1], "int64")
    patches = nn.Conv2D(3, d, patch, stride=patch)(image).flatten(2).transpose([0, 2, 1])
    token = paddle.create_parameter([1, 1, d], "float32")
    token = token.expand([paddle.shape(image)[0], 1, d])
    positions = paddle.create_parameter([1, (size // patch) ** 2 + 1, d], "float32")
    x = paddle.concat([token, patches], axis=1) + positions
    for _ in range(layers):
        x = ViTBlock(d, 4)(x)
    return F.cross_entropy(nn.Linear(d, 10)(nn.LayerNorm(d)(x)[:, 0]), label)


class RMSNorm(nn.Layer):
    def __init__(self, d: int):
        super().__init__()
        self.weight = self.create_parameter([d], default_initializer=nn.initializer.Constant(1.0))

    def forward(self, x: Any) -> Any:
        wide = x.astype("float32")
        return self.weight * (wide * paddle.rsqrt(wide.pow(2).mean(-1, keepdim=True) + 1e-6))


def rotate(x: Any, cos: Any, sin: Any) -> Any:
    """Rotary position embedding of [batch, length, heads, width]."""
    first, second = paddle.chunk(x, 2, axis=-1)
    return x * cos + paddle.concat([-second, first], axis=-1) * sin


class LlamaLayer(nn.Layer):
    """Attention with fewer key heads than query heads, then SwiGLU."""

    def __init__(self, d: int, heads: int, key_heads: int):
        super().__init__()
        self.heads, self.key_heads, self.width = heads, key_heads, d // heads
        self.q = nn.Linear(d, d, bias_attr=False)
        self.k = nn.Linear(d, self.width * key_heads, bias_attr=False)
        self.v = nn.Linear(d, self.width * key_heads, bias_attr=False)
        self.o = nn.Linear(d, d, bias_attr=False)
        self.gate = nn.Linear(d, 2 * d, bias_attr=False)
        self.up = nn.Linear(d, 2 * d, bias_attr=False)
        self.down = nn.Linear(2 * d, d, bias_attr=False)
        self.norm1, self.norm2 = RMSNorm(d), RMSNorm(d)

    def forward(self, x: Any, cos: Any, sin: Any) -> Any:
        b, n = x.shape[0], x.shape[1]
        y = self.norm1(x)
        q = rotate(self.q(y).reshape([b, n, self.heads, self.width]), cos, sin)
        k = rotate(self.k(y).reshape([b, n, self.key_heads, self.width]), cos, sin)
        v = self.v(y).reshape([b, n, self.key_heads, self.width])
        k, v = (t.repeat_interleave(self.heads // self.key_heads, axis=2) for t in (k, v))
        mixed = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.o(mixed.reshape([b, n, -1]))
        y = self.norm2(x)
        return x + self.down(F.silu(self.gate(y)) * self.up(y))


@model
def llama(large: bool) -> Any:
    d, layers, length, words = (512, 8, 64, 2000) if large else (32, 2, 8, 30)
    heads = 8 if large else 4
    tokens = paddle.static.data("tokens", [2, length], "int64")
    label = paddle.static.data("label", [2, length], "int64")
    frequency = 10000.0 ** (-paddle.arange(0, d // heads, 2, dtype="float32") / (d // heads))
    angle = paddle.outer(paddle.arange(length, dtype="float32"), frequency)
    angle = paddle.concat([angle, angle], axis=-1).unsqueeze([0, 2])
    x = nn.Embedding(words, d)(tokens)
    for _ in range(layers):
        x = LlamaLayer(d, heads, heads // 2)(x, paddle.cos(angle), paddle.sin(angle))
    return F.cross_entropy(nn.Linear(d, words, bias_attr=False)(RMSNorm(d)(x)), label)


def recurrent(layer: Any, large: bool, **options: Any) -> Any:
    """A tagger: two recurrent layers in both directions over sequences of different lengths."""
    d, length, words = (256, 64, 1000) if large else (12, 6, 20)
    tokens = paddle.static.data("tokens", [3, length], "int64")
    lengths = paddle.static.data("lengths", [3], "int32")
    label = paddle.static.data("label", [3, length], "int64")
    net = layer(d, d, num_layers=2, direction="bidirect", **options)
    out, _ = net(nn.Embedding(words, d)(tokens), sequence_length=lengths)
    return F.cross_entropy(nn.Linear(2 * d, 5)(out), label)


@model
def lstm(large: bool) -> Any:
    return recurrent(nn.LSTM, large)


@model
def gru(large: bool) -> Any:
    return recurrent(nn.GRU, large)


@model
def lstm_cells(large: bool) -> Any:
    """A cell applied step by step, and its last state's regression."""
    d, length = (256, 32) if large else (10, 5)
    x = paddle.static.data("x", [3, length, d], "float32")
    y = paddle.static.data("y", [3, 1], "float32")
    _, (h, _) = nn.RNN(nn.LSTMCell(d, d))(x)
    return F.smooth_l1_loss(nn.Linear(d, 1)(h), y)
