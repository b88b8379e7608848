/// The name that is most like `name`, if one is like enough to have been meant.
func nearest(to name: String, in names: [String]) -> String? {
  guard name.utf8.count <= 64 else { return nil }
  let limit = max(1, name.utf8.count / 3)
  var best: (name: String, distance: Int)?
  for candidate in names.sorted()
  where candidate != name && abs(candidate.utf8.count - name.utf8.count) <= limit {
    let distance = editDistance(Array(name.utf8), Array(candidate.utf8))
    // A name that shares nothing with another is not near it.
    let length = max(name.utf8.count, candidate.utf8.count)
    if distance <= limit, distance < length, distance < best?.distance ?? .max {
      best = (candidate, distance)
    }
  }
  return best?.name
}

/// How many bytes have to be added, dropped, changed or swapped with the next to get from one
/// name to the other.
private func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...right.count)
  for i in left.indices {
    var row = [i + 1]
    for j in right.indices {
      var cost = min(
        last[j + 1] + 1, row[j] + 1, last[j] + (left[i] | 0x20 == right[j] | 0x20 ? 0 : 1))
      if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
        cost = min(cost, beforeLast[j - 1] + 1)
      }
      row.append(cost)
    }
    beforeLast = last
    last = row
  }
  return last[right.count]
}
