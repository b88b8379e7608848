package androidx.compose.material3

import androidx.compose.runtime.Composable

/** What is on the screen, as texts; the last function that is called for a button or a field is kept. */
public object Shown {
    public val texts: MutableList<String> = ArrayList()
    public var type: (String) -> Unit = {}
    public var click: () -> Unit = {}
}

@Composable
public fun Text(text: String) {
    Shown.texts.add(text)
}

@Composable
public fun TextField(value: String, onValueChange: (String) -> Unit) {
    Shown.texts.add("[$value]")
    Shown.type = onValueChange
}

@Composable
public fun Button(onClick: () -> Unit, content: @Composable () -> Unit) {
    Shown.click = onClick
    content()
}
