package androidx.compose.foundation.layout

import androidx.compose.runtime.Composable

@Composable
public fun Column(content: @Composable () -> Unit) {
    content()
}
