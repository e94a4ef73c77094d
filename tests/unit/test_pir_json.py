"""PIR JSON in and out: every saved program comes back equal; broken files are one clear error."""

from __future__ import annotations

import copy
import io
import json
from pathlib import Path
from typing import Any

import pytest
from pdgrad.dialects import new_context
from pdgrad.dialects.pd_op.control import PyLayerOp
from pdgrad.frontends.pir_json import read
from pdgrad.frontends.pir_text import load_deep
from pdgrad.targets.pir_json import write
from pdgrad.tools.diagnostics import UserError, place_of, verify
from pdgrad.tools.reading import read_module
from xdsl.dialects.builtin import DenseArrayBase, ModuleOp, NoneType, UnregisteredOp, i32, i64
from xdsl.ir import Operation
from xdsl.parser import Parser

import pdgrad

PROGRAMS = Path(__file__).parent.parent / "programs"
ALL = sorted(path.parent.name for path in PROGRAMS.glob("*/forward.json"))

Json = Any


# --- building files --------------------------------------------------------------------------


def tensor(element: str = "f64", dims: tuple[int, ...] = (2,)) -> Json:
    return {"#": "0.t_dtensor", "D": [{"#": f"0.t_{element}"}, list(dims), "NCHW", [], 0]}


def attribute(name: str, kind: str, data: Json) -> Json:
    return {"N": name, "AT": {"#": kind, "D": data}}


def marks(*given: bool) -> Json:
    data = [{"#": "0.a_bool", "D": mark} for mark in given]
    return [attribute("stop_gradient", "0.a_array", data)] if given else []


def op(
    name: str,
    operands: list[int],
    results: dict[int, Json] | None = None,
    attributes: list[Json] | None = None,
    stop: tuple[bool, ...] = (),
    **more: Json,
) -> Json:
    return {
        "#": name,
        "A": attributes or [],
        "I": [{"%": key} for key in operands],
        "O": [{"%": key, "TT": type_} for key, type_ in (results or {}).items()],
        "OA": marks(*stop),
        **more,
    }


def data(key: int, name: str = "x", stop: bool = False, dims: tuple[int, ...] = (2,)) -> Json:
    said = [
        attribute("name", "0.a_str", name),
        attribute("shape", "1.a_intarray", list(dims)),
        attribute("dtype", "1.a_dtype", "float64"),
        attribute("place", "1.a_place", [0, 0, ""]),
    ]
    return op("1.data", [], {key: tensor(dims=dims)}, said, (stop,))


def region(*ops: Json, args: dict[int, Json] | None = None) -> Json:
    listed = [{"#": key, "TT": type_} for key, type_ in (args or {}).items()]
    return {"#": "region_1", "blocks": [{"#": "block_1", "args": listed, "ops": list(ops)}]}


def program(*ops: Json) -> Json:
    body = {"#": "block_0", "args": [], "ops": list(ops)}
    return {
        "base_code": {"magic": "pir", "trainable": True, "version": 4},
        "program": {"regions": [{"#": "region_0", "blocks": [body]}]},
    }


def loaded(document: Json, indent: int | None = None) -> ModuleOp:
    module = read(new_context(), json.dumps(document, indent=indent).encode(), "model.json")
    verify(module)
    return module


def ops_of(document: Json) -> list[Operation]:
    return list(loaded(document).body.block.ops)


def written(module: ModuleOp) -> Json:
    output = io.StringIO()
    write(module, output)
    return json.loads(output.getvalue())


def sorted_attributes(value: Json) -> Json:
    """The file without the order of attributes, which means nothing."""
    if isinstance(value, dict):
        entries = {key: sorted_attributes(entry) for key, entry in value.items()}
        for key in ("A", "OA"):
            if entries.get(key) and isinstance(entries[key][0], dict):
                entries[key].sort(key=lambda entry: entry["N"])
        return entries
    return [sorted_attributes(entry) for entry in value] if isinstance(value, list) else value


# --- the corpus ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ALL)
def test_program_comes_back_equal(name: str) -> None:
    path = PROGRAMS / name / "forward.json"
    module = pdgrad.read_pir_json(path)
    verify(module)
    original = sorted_attributes(json.loads(path.read_text()))
    assert sorted_attributes(written(module)) == original
    text = str(module)
    back = Parser(new_context(), text).parse_module()
    assert str(back) == text
    assert sorted_attributes(written(back)) == original


def test_reading_tells_where_each_op_stands() -> None:
    path = PROGRAMS / "while_pow" / "forward.json"
    lines = path.read_text().splitlines()
    for each in pdgrad.read_pir_json(path).walk():
        if isinstance(each, ModuleOp):
            continue
        place = place_of(each)
        assert place.file == str(path)
        assert place.line is not None and place.column is not None
        text = lines[place.line - 1][place.column - 1 :]
        assert text.startswith(f'"#": "{"2" if each.name.startswith("cf") else "1"}.')
        assert each.name.split(".")[1] in text


# --- one thing at a time ---------------------------------------------------------------------


def test_source_is_named_after_its_data() -> None:
    first, second, third = ops_of(program(data(1, "x"), data(2, "fc 0.w@1"), data(3, "0a")))
    hints = [each.results[0].name_hint for each in (first, second, third)]
    assert hints == ["x", "fc_0.w", "v0a"]


def test_dynamic_dims_print_as_question_marks() -> None:
    (source,) = ops_of(program(data(1, dims=(-1, 3))))
    assert str(source.results[0].type) == "tensor<?x3xf64>"


def test_unknown_op_keeps_everything() -> None:
    said = [attribute("k", "0.a_i64", 3), attribute("dtype", "1.a_dtype", "Undefined(ALL_DTYPE)")]
    document = program(data(1), op("1.new_op", [1, 0], {2: tensor(), 3: {"#": "NULL"}}, said))
    module = loaded(document)
    unknown = module.body.block.last_op
    assert isinstance(unknown, UnregisteredOp)
    assert unknown.op_name.data == "pd_op.new_op"
    assert isinstance(unknown.results[1].type, NoneType)
    back = Parser(new_context(), str(module)).parse_module()
    again = written(back)["program"]["regions"][0]["blocks"][0]["ops"][1]
    assert again["I"] == [{"%": 1}, {"%": 0}]
    assert again["O"] == document["program"]["regions"][0]["blocks"][0]["ops"][1]["O"]
    assert sorted(again["A"], key=lambda a: a["N"]) == sorted(said, key=lambda a: a["N"])


def test_callback_of_paddle_comes_back_equal() -> None:
    """As Paddle saves `static_pylayer(exp, [x], backward)`: the region alone, and a number."""
    body = region(op("1.exp", [1], {3: tensor()}), op("2.yield", [3]))
    said = [attribute("backward_function_id", "0.a_i32", 8)]
    document = program(data(1), op("1.pylayer", [1], {2: tensor()}, said, regions=[body]))
    module = loaded(document)
    assert isinstance(module.body.block.last_op, PyLayerOp)
    back = Parser(new_context(), str(module)).parse_module()
    before, after = (
        entry["program"]["regions"][0]["blocks"][0]["ops"][1] for entry in (document, written(back))
    )
    assert {key: after[key] for key in "#AIO"} == {key: before[key] for key in "#AIO"}
    inner = after["regions"][0]["blocks"][0]["ops"]
    assert [entry["#"] for entry in inner] == ["1.exp", "2.yield"]


def test_unknown_attribute_kind_is_kept_word_for_word() -> None:
    said = attribute("layout", "1.a_layout", "NHWC")
    module = loaded(program(data(1), op("1.new_op", [1], {2: tensor()}, [said])))
    back = Parser(new_context(), str(module)).parse_module()
    assert written(back)["program"]["regions"][0]["blocks"][0]["ops"][1]["A"] == [said]


def test_undefined_dtype_is_absent_and_written_again() -> None:
    axis = op(
        "1.full_int_array",
        [],
        {2: tensor("i64", (0,))},
        [
            attribute("value", "0.a_array", []),
            attribute("dtype", "1.a_dtype", "int64"),
            attribute("place", "1.a_place", [1, 0, ""]),
        ],
    )
    said = [
        attribute("dtype", "1.a_dtype", "Undefined(ALL_DTYPE)"),
        attribute("keepdim", "0.a_bool", False),
    ]
    document = program(data(1), axis, op("1.sum", [1, 2], {3: tensor(dims=())}, said))
    module = loaded(document)
    last = module.body.block.last_op
    assert last is not None and "dtype" not in last.properties
    assert written(module)["program"]["regions"][0]["blocks"][0]["ops"][2]["A"] == said


def test_empty_list_has_the_kind_of_the_op() -> None:
    indices = op("1.transpose", [1], {2: tensor(dims=())}, [attribute("perm", "0.a_array", [])])
    *_, last = ops_of(program(data(1, dims=()), indices))
    assert last.properties["perm"] == DenseArrayBase.from_list(i64, []) or last.properties[
        "perm"
    ] == DenseArrayBase.from_list(i32, [])


@pytest.mark.parametrize(
    ("kind", "given", "shown"),
    [
        ("0.a_f64", {"VD": "INF"}, "INF"),
        ("0.a_f64", {"VD": "-INF"}, "-INF"),
        ("0.a_f64", {"VD": "NaN"}, "NAN"),
        ("0.a_f64", {"VD": "NAN"}, "NAN"),
    ],
)
def test_floats_that_json_lacks(kind: str, given: Json, shown: str) -> None:
    said = [
        attribute("shape", "1.a_intarray", [1]),
        {"N": "value", "AT": {"#": kind, **given}},
        attribute("dtype", "1.a_dtype", "float32"),
        attribute("place", "1.a_place", [1, 0, ""]),
    ]
    module = loaded(program(op("1.full", [], {1: tensor("f32", (1,))}, said)))
    back = Parser(new_context(), str(module)).parse_module()
    (full,) = written(back)["program"]["regions"][0]["blocks"][0]["ops"]
    assert {"N": "value", "AT": {"#": kind, "VD": shown}} in full["A"]


def test_negative_zero_stays() -> None:
    said = [
        [
            attribute("shape", "1.a_intarray", [1]),
            attribute("value", "0.a_f64", value),
            attribute("dtype", "1.a_dtype", "float32"),
            attribute("place", "1.a_place", [0, 0, ""]),
        ]
        for value in (0.0, -0.0)
    ]
    ops = [op("1.full", [], {k + 1: tensor("f32", (1,))}, a) for k, a in enumerate(said)]
    text = json.dumps(written(loaded(program(*ops))))
    assert text.count('"D": 0.0') == 1
    assert text.count('"D": -0.0') == 1


@pytest.mark.parametrize("place", [[0, 0, ""], [1, 0, ""], [2, 1, ""], [9, 0, "npu"]])
def test_places(place: Json) -> None:
    source = data(1)
    source["A"][3]["AT"]["D"] = place
    (again,) = written(loaded(program(source)))["program"]["regions"][0]["blocks"][0]["ops"]
    assert attribute("place", "1.a_place", place) in again["A"]


def test_parameter_says_only_what_is_unusual() -> None:
    def parameter(key: int, a: Json, oa: Json) -> Json:
        result = {"%": key, "TT": tensor("f32")}
        return {"#": "p", "A": a, "DA": [], "O": result, "OA": oa, "QA": []}

    usual = parameter(1, [0, 1, 1, "w"], [1, 0, 1])
    frozen = parameter(2, [0, 1, 0, "b"], [1, 1, 0])
    module = loaded(program(usual, frozen))
    first, second = module.body.block.ops
    assert list(first.properties) == ["parameter_name"]
    assert set(second.properties) == {"parameter_name", "need_clip", "trainable"}
    assert "stop_gradient" in second.attributes
    assert written(module) == program(usual, frozen)


# --- absent operands and results -------------------------------------------------------------


def layer_norm(scale: int, key: int = 3) -> Json:
    types = {key: tensor(dims=(2, 3)), key + 1: tensor(dims=(2,)), key + 2: tensor(dims=(2,))}
    said = [attribute("epsilon", "0.a_f32", 1e-5), attribute("begin_norm_axis", "0.a_i32", 1)]
    return op("1.layer_norm", [1, scale, 0], types, said)


def test_absent_operands() -> None:
    document = program(data(1, dims=(2, 3)), data(2, "s", dims=(3,)), layer_norm(2))
    *_, last = ops_of(document)
    assert last.properties["operandSegmentSizes"] == DenseArrayBase.from_list(i32, [1, 1, 0])
    again = written(loaded(document))["program"]["regions"][0]["blocks"][0]["ops"][2]
    assert [entry["%"] for entry in again["I"]] == [1, 2, 0]


def test_absent_results_have_the_type_that_they_would_have() -> None:
    types = {6: tensor(dims=(2, 3)), 7: {"#": "NULL"}, 8: {"#": "NULL"}}
    gradient = op("1.layer_norm_grad", [1, 0, 0, 4, 5, 3], types, layer_norm(0)["A"])
    module = loaded(program(data(1, dims=(2, 3)), layer_norm(0), gradient))
    last = module.body.block.last_op
    assert last is not None
    assert not any(isinstance(result.type, NoneType) for result in last.results)
    again = written(module)["program"]["regions"][0]["blocks"][0]["ops"][2]
    assert [entry["TT"]["#"] for entry in again["O"]] == ["0.t_dtensor", "NULL", "NULL"]


# --- stop_gradient ---------------------------------------------------------------------------


def test_marks_on_sources_stay() -> None:
    first, second = ops_of(program(data(1, stop=True), data(2, "y")))
    assert "stop_gradient" in first.attributes
    assert "stop_gradient" not in second.attributes


def test_mark_that_somebody_set_stays() -> None:
    *_, last = ops_of(program(data(1), op("1.tanh", [1], {2: tensor()}, stop=(True,))))
    assert "stop_gradient" in last.attributes


def test_inferred_mark_is_dropped() -> None:
    *_, last = ops_of(program(data(1, stop=True), op("1.tanh", [1], {2: tensor()}, stop=(True,))))
    assert "stop_gradient" not in last.attributes


def test_detach_of_a_marked_value_stays() -> None:
    alias = op("1.share_data_", [1], {2: tensor()}, stop=(True,))
    *_, last = ops_of(program(data(1, stop=True), alias))
    assert "stop_gradient" in last.attributes


def test_mark_on_what_is_no_float_is_dropped() -> None:
    less = op("1.less_than", [1, 1], {2: tensor("bool")}, stop=(True,))
    *_, last = ops_of(program(data(1), less))
    assert "stop_gradient" not in last.attributes


def test_mark_inferred_from_a_constant_start_of_a_loop_is_dropped() -> None:
    body = region(
        op("1.tanh", [-1], {5: tensor()}, stop=(True,)),
        op("2.yield", [2, 5]),
        args={-1: tensor()},
    )
    condition = data(2, "c", stop=True, dims=(1,))
    condition["O"][0]["TT"] = tensor("bool", (1,))
    condition["A"][2]["AT"]["D"] = "bool"
    loop = op("1.while", [2, 1], {4: tensor()}, stop=(True,), regions=[body])
    module = loaded(program(data(1, stop=True), condition, loop))
    assert not any(each.attributes for each in module.walk() if each.operands)


# --- functions and gradients -----------------------------------------------------------------


def test_function_is_written_as_a_program() -> None:
    text = """
    func.func @f(%x: tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>) {
      %y = pd_op.tanh %x : tensor<2xf64>
      func.return %y, %y : tensor<2xf64>, tensor<2xf64>
    }
    """
    ops = written(pdgrad.parse(text))["program"]["regions"][0]["blocks"][0]["ops"]
    assert [each["#"] for each in ops] == ["1.data", "1.tanh", "1.fetch", "1.fetch"]
    assert attribute("shape", "1.a_intarray", [2]) in ops[0]["A"]
    assert attribute("dtype", "1.a_dtype", "float64") in ops[0]["A"]
    assert [each["A"][0]["AT"]["D"] for each in ops[2:]] == ["y", "out1"]


def test_kinds_are_those_of_the_op() -> None:
    text = (
        '%x = pd_op.data "x" : tensor<2xf64>\n%y, %z = pd_op.add_grad %x, %x, %x {axis = -1 : i64}'
    )
    *_, last = written(pdgrad.parse(text))["program"]["regions"][0]["blocks"][0]["ops"]
    assert last["A"] == [attribute("axis", "0.a_i32", -1)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("func.func private @f()\nfunc.func private @g()", "Paddle has no such op"),
        ("%0 = arith.constant 1 : i32", "arith.constant cannot be written"),
        ('%0 = "pd_op.new"() : () -> tensor<2xindex>', "Paddle has no element type for index"),
        (
            '%0 = pd_op.data "x" {k = affine_map<(d0) -> (d0)>} : tensor<2xf32>',
            "k cannot be written",
        ),
    ],
)
def test_what_paddle_has_no_word_for(text: str, message: str) -> None:
    module = Parser(new_context(), text).parse_module()
    with pytest.raises(UserError, match=message):
        written(module)


# --- broken files ----------------------------------------------------------------------------


def broken(change: Any) -> Json:
    document = program(data(1), op("1.tanh", [1], {2: tensor()}))
    ops = document["program"]["regions"][0]["blocks"][0]["ops"]
    change(document, ops)
    return document


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d, o: d.clear(), "no Paddle program"),
        (lambda d, o: d["base_code"].update(magic="onnx"), "no Paddle program"),
        (lambda d, o: d["base_code"].update(version=99), "version 99"),
        (lambda d, o: d.pop("program"), "no entry 'program'"),
        (lambda d, o: d["program"].update(regions=[]), "one region of one block"),
        (lambda d, o: o[1]["I"][0].update({"%": 7}), "reads value 7, which is not defined"),
        (lambda d, o: o[1]["I"][0].update({"%": 2}), "reads value 2, which is not defined"),
        (lambda d, o: o[1]["I"][0].update({"%": [1]}), "not as Paddle writes it"),
        (lambda d, o: o[1]["I"][0].update({"%": 0}), "null operand"),
        (lambda d, o: o.reverse(), "reads value 1, which is not defined"),
        (lambda d, o: o[1]["O"][0].update({"%": 1}), "value 1 is defined twice"),
        (lambda d, o: o[1].update({"#": "tanh"}), "is no op of a dialect"),
        (lambda d, o: o[1].update({"#": "77.tanh"}), "is no op of a dialect"),
        (lambda d, o: o[1].update({"#": 5}), "not as Paddle writes it"),
        (lambda d, o: o[1].pop("I"), "no entry 'I'"),
        (lambda d, o: o[1].pop("A"), "no entry 'A'"),
        (lambda d, o: o[1].pop("O"), "pd_op.tanh: Expected 1 result"),
        (lambda d, o: o[1].update({"O": 3}), "not as Paddle writes it"),
        (lambda d, o: o[1]["O"][0].pop("TT"), "no entry 'TT'"),
        (lambda d, o: o[1]["O"][0].update(TT={"#": "0.t_new", "D": 1}), "no type for 0.t_new"),
        (lambda d, o: o[1]["O"][0].update(TT=tensor(dims=(-2,))), "'-2' is not a dimension"),
        (lambda d, o: o[1]["O"][0].update(TT=tensor(dims=(2**70,))), "is not a dimension"),
        (lambda d, o: o[1]["O"][0].update(TT=tensor(dims=(3,))), "is declared tensor<3xf64>"),
        (lambda d, o: o[0]["A"][0]["AT"].update(D=3), "'3' is not a text"),
        (lambda d, o: o[0]["A"][0].update(N=False), "False is no name of an attribute"),
        (lambda d, o: o[0]["A"][3]["AT"].update(D=[1]), "not as Paddle writes it"),
        (lambda d, o: o.insert(0, None), "not as Paddle writes it"),
        (lambda d, o: o.append(op("1.if", [1])), "pd_op.if"),
        (lambda d, o: o.append(op("1.if", [1], regions=[region(), region()])), "pd_op.if"),
        (lambda d, o: o.append(op("1.if", [1], regions=[{}])), "no entry 'blocks'"),
    ],
)
def test_broken_file_is_one_error(change: Any, message: str) -> None:
    with pytest.raises(UserError) as caught:
        loaded(broken(change))
    assert message in caught.value.message
    assert caught.value.file == "model.json"


def test_a_value_ends_with_its_region() -> None:
    yields = op("2.yield", [])
    inner = region(op("1.tanh", [1], {5: tensor()}), yields)
    condition = data(2, "c", dims=(1,))
    condition["O"][0]["TT"] = tensor("bool", (1,))
    branch = op("1.if", [2], regions=[inner, region(yields)])
    with pytest.raises(UserError, match="reads value 5, which is not defined before it"):
        loaded(program(data(1), condition, branch, op("1.tanh", [5], {6: tensor()})))


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        (b"", "ends too early", 1),
        (b'{"base_code": {"magic": "pir",\n "version"', "ends too early", 2),
        (b'{"a": 1}\nmore', "not JSON: Extra data", 2),
        (b"[1, 2", "ends too early", 1),
        (b"3", "no Paddle program", None),
        (b'{"a":\n"\xff"}', "not UTF-8", 2),
        (b"9" * 5000, "no Paddle program|not JSON", None),
        (b"[" * 300_000, "nested too deeply|ends too early", None),
    ],
)
def test_file_that_is_no_json(text: bytes, message: str, line: int | None) -> None:
    with pytest.raises(UserError, match=message) as caught:
        read(new_context(), text, "model.json")
    assert line is None or caught.value.line == line


def test_truncation_anywhere_is_one_error() -> None:
    data = (PROGRAMS / "if_simple" / "forward.json").read_bytes().rstrip()
    for end in range(0, len(data), 997):
        with pytest.raises(UserError):
            read(new_context(), data[:end], "model.json")


def test_error_points_at_the_op() -> None:
    document = broken(lambda d, o: o[1]["I"][0].update({"%": 7}))
    with pytest.raises(UserError) as caught:
        loaded(document, indent=1)
    line = json.dumps(document, indent=1).splitlines()[(caught.value.line or 0) - 1]
    assert '"#": "1.tanh"' in line


def nested(depth: int) -> str:
    """The text of a branch in a branch, `depth` times."""
    condition = data(2, "c", dims=(1,))
    condition["O"][0]["TT"] = tensor("bool", (1,))
    condition["A"][2]["AT"]["D"] = "bool"
    other = region(op("2.yield", [1]))
    inner = json.dumps([op("1.tanh", [1], {3: tensor()}), op("2.yield", [3])])
    for level in range(depth):
        key = 4 + level
        branch = op("1.if", [2], {key: tensor()}, regions=[region("HERE"), other])
        inner = json.dumps([branch, op("2.yield", [key])]).replace('["HERE"]', inner)
    ops = inner.removeprefix("[").removesuffix(", " + json.dumps(op("2.yield", [key])) + "]")
    return json.dumps(program(data(1), condition, "HERE")).replace('"HERE"', ops)


def test_a_thousand_nested_regions(tmp_path: Path) -> None:
    path = tmp_path / "deep.json"
    path.write_text(nested(1000))
    output = io.StringIO()
    write(read_module(path), output)
    assert output.getvalue().count('"1.if"') == 1000


DEEP_TEXTS = (
    '{"a":[1,-2.5e3,"x\\"y",{"b":null,"c":[]},{},true,[[]]],"é":"\\n"}',
    "[]",
    " 3 ",
    "[1,]",
    '{"a" 1}',
    '{"a":1,}',
    "[1 2]",
    "[}",
    "{]",
    "[1] 2",
    "[01]",
    "[nul]",
    '["a\nb"]',
    '["a',
    "",
)


@pytest.mark.parametrize("text", DEEP_TEXTS)
def test_reader_of_deep_json_agrees_with_the_usual_one(text: str) -> None:
    try:
        expected = json.loads(text)
    except json.JSONDecodeError:
        with pytest.raises(json.JSONDecodeError):
            load_deep(text)
    else:
        assert load_deep(text) == expected


def test_equal_types_are_one_object() -> None:
    first, second = ops_of(program(data(1), data(2, "y")))
    assert first.results[0].type is second.results[0].type


def test_document_is_left_alone() -> None:
    document = program(data(1), op("1.tanh", [1], {2: tensor()}))
    before = copy.deepcopy(document)
    loaded(document)
    assert document == before


def test_float32_attributes_are_rounded_as_paddle_writes_them() -> None:
    text = (
        '%x = pd_op.data "x" : tensor<2xf32>\n%s = pd_op.full 2.0 : tensor<1xf32>\n'
        "%y = pd_op.scale %x, %s {bias = 0.1 : f32} : tensor<2xf32>"
    )
    module = pdgrad.parse(text)
    *_, last = written(module)["program"]["regions"][0]["blocks"][0]["ops"]
    assert attribute("bias", "0.a_f32", 0.10000000149011612) in last["A"]
