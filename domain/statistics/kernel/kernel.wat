;; Dot products of many rows with one vector. `npm run kernel` writes kernel-bytes.ts from this file; kernel.ts says
;; what it computes, and in which order it adds.
(module
  (memory (export "memory") 1)

  ;; $row, $vector, $out: addresses; $count: rows; $bytes: length of a row and of the vector, a multiple of 64, not 0
  (func (export "dots")
    (param $row i32) (param $count i32) (param $bytes i32) (param $vector i32) (param $out i32)
    (local $last i32) (local $rowEnd i32) (local $at i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (local.set $last (i32.add (local.get $out) (i32.shl (local.get $count) (i32.const 3))))
    (block $done
      (loop $rows
        (br_if $done (i32.ge_u (local.get $out) (local.get $last)))
        (local.set $a (v128.const f64x2 0 0))
        (local.set $b (v128.const f64x2 0 0))
        (local.set $c (v128.const f64x2 0 0))
        (local.set $d (v128.const f64x2 0 0))
        (local.set $rowEnd (i32.add (local.get $row) (local.get $bytes)))
        (local.set $at (local.get $vector))
        (loop $samples
          (local.set $a (f64x2.add (local.get $a)
            (f64x2.mul (v128.load (local.get $row)) (v128.load (local.get $at)))))
          (local.set $b (f64x2.add (local.get $b)
            (f64x2.mul (v128.load offset=16 (local.get $row)) (v128.load offset=16 (local.get $at)))))
          (local.set $c (f64x2.add (local.get $c)
            (f64x2.mul (v128.load offset=32 (local.get $row)) (v128.load offset=32 (local.get $at)))))
          (local.set $d (f64x2.add (local.get $d)
            (f64x2.mul (v128.load offset=48 (local.get $row)) (v128.load offset=48 (local.get $at)))))
          (local.set $at (i32.add (local.get $at) (i32.const 64)))
          (local.set $row (i32.add (local.get $row) (i32.const 64)))
          (br_if $samples (i32.lt_u (local.get $row) (local.get $rowEnd))))
        (local.set $a (f64x2.add
          (f64x2.add (local.get $a) (local.get $b))
          (f64x2.add (local.get $c) (local.get $d))))
        (f64.store (local.get $out)
          (f64.add (f64x2.extract_lane 0 (local.get $a)) (f64x2.extract_lane 1 (local.get $a))))
        (local.set $out (i32.add (local.get $out) (i32.const 8)))
        (br $rows)))))
