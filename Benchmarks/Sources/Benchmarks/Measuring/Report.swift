/// The rows, as a Markdown table and as JSON.
struct Report {
  let rows: [Row]

  var markdown: String {
    var lines = ["| | | median | least – most | checksum |", "|---|---|---:|---:|---|"]
    var bench = ""
    for row in rows {
      lines.append(
        """
        | \(row.bench == bench ? "" : row.bench) | \(row.name) \
        | \(row.median.rounded3) \(row.unit.rawValue) \
        | \(row.least.rounded3) – \(row.most.rounded3) | \(row.result ?? "") |
        """)
      bench = row.bench
    }
    return lines.joined(separator: "\n") + "\n"
  }

  var json: String {
    let objects = rows.map { row in
      """
        {"bench": "\(row.bench)", "name": "\(row.name)", "unit": "\(row.unit.rawValue)", \
      "median": \(row.median), "least": \(row.least), "most": \(row.most)\
      \(row.result.map { ", \"checksum\": \"\($0)\"" } ?? "")}
      """
    }
    return "[\n" + objects.joined(separator: ",\n") + "\n]\n"
  }
}

extension Double {
  /// The number with three digits that count, or all those before the point.
  fileprivate var rounded3: String {
    switch magnitude {
    case 100...: Int(rounded()).description.groupedByThousands
    case 10..<100: ((self * 10).rounded() / 10).description
    default: ((self * 100).rounded() / 100).description
    }
  }
}

extension String {
  fileprivate var groupedByThousands: String {
    var result = ""
    for (index, digit) in enumerated() {
      if index > 0, (count - index) % 3 == 0, result != "-" { result += "," }
      result.append(digit)
    }
    return result
  }
}
