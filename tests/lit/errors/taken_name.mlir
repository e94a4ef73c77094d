// RUN: not pd-opt %s --append-backward --append-backward="targets=y" 2>&1 | filecheck %s

// Gradients are not fetched twice under one name.

%x = pd_op.data "x" : tensor<3xf64>
%y = pd_op.sin %x
pd_op.fetch %y "y"

// CHECK:      {{.*}}taken_name.mlir: error: the program already fetches x@GRAD
// CHECK-NEXT:    give the gradients another name with suffix, for example suffix="@GRAD2"
