import SwiftUI

struct PackingView: View {
  let model: PackingModel
  @State private var name = ""

  var body: some View {
    List {
      Section("\(model.leftCount) left") {
        ForEach(Array(model.items.enumerated()), id: \.element.id) { index, item in
          Button {
            model.toggle(at: index)
          } label: {
            Label(item.name, systemImage: item.isPacked ? "checkmark.circle.fill" : "circle")
          }
        }
        .onDelete { offsets in
          for index in offsets.reversed() { model.remove(at: index) }
        }
        TextField("Something else", text: $name)
          .onSubmit {
            model.add(name)
            name = ""
          }
      }
      Section {
        Button("Suggest something") { model.suggest() }
          .disabled(model.isLoading)
        if let problem = model.problem { Text(problem) }
      }
    }
  }
}
