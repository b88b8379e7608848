import CEL
import SuasSpec
import YAML

/// The ways to call the function whose arguments are being typed.
package struct SignatureHelp {
  package struct Signature {
    package let label: String
    package let documentation: String
  }

  package let signatures: [Signature]
  /// The index of the argument at the cursor.
  package let argument: Int
}

extension Workspace {
  package func signatureHelp(in document: Document, at offset: Int) -> SignatureHelp? {
    let text = document.text
    let context = CursorContext(text, at: offset)
    guard !context.isInComment,
      let call = OpenCall(text[min(context.scalarStart, offset)..<offset])
    else { return nil }
    let names = VocabularyOfFile(
      entry(around: offset, in: document)?.check.analysis ?? analysis(of: document),
      or: document.known)
    var signatures = names.declared.filter { $0.noun == "function" && $0.symbol.name == call.name }
      .map {
        SignatureHelp.Signature(
          label: $0.symbol.name + $0.detail, documentation: $0.documentation ?? "")
      }
    for (name, function) in Library.standard.functions
    where name == call.name || name.hasSuffix("." + call.name) {
      for usage in function.usages {
        signatures += usage.calls.map {
          SignatureHelp.Signature(label: "\($0) → \(usage.result)", documentation: usage.doc)
        }
      }
    }
    signatures += Library.macros.filter { macro in
      let head = macro.call.prefix { $0 != "(" }
      return head == call.name || head.hasSuffix("." + call.name)
    }.map { SignatureHelp.Signature(label: $0.call, documentation: $0.doc) }
    guard !signatures.isEmpty else { return nil }
    return SignatureHelp(
      signatures: signatures.sorted { $0.label < $1.label }, argument: call.argument)
  }
}

/// The innermost call that is open at the end of the beginning of an expression.
private struct OpenCall {
  private(set) var name = ""
  private(set) var argument = 0

  init?(_ code: ArraySlice<UInt8>) {
    var depth = 0
    var index = code.endIndex
    while index > code.startIndex {
      index -= 1
      switch code[index] {
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth += 1
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        if depth == 0 { return nil }
        depth -= 1
      case UInt8(ascii: ",") where depth == 0: argument += 1
      case UInt8(ascii: "("):
        guard depth == 0 else {
          depth -= 1
          continue
        }
        var start = index
        while start > code.startIndex, code[start - 1].isWordByte { start -= 1 }
        name = String(decoding: code[start..<index], as: UTF8.self)
        if name.isEmpty { return nil }
        return
      default: break
      }
    }
    return nil
  }
}
