package app.search

import androidx.compose.foundation.layout.Column
import androidx.compose.material3.Button
import androidx.compose.material3.Text
import androidx.compose.material3.TextField
import androidx.compose.runtime.Composable
import androidx.compose.runtime.getValue
import androidx.lifecycle.compose.collectAsStateWithLifecycle

@Composable
public fun SearchScreen(model: SearchViewModel) {
    val search by model.search.collectAsStateWithLifecycle()
    val title by model.title.collectAsStateWithLifecycle()
    Column {
        Text(title)
        TextField(value = search.query, onValueChange = { model.dispatch(TypeQuery(text = it)) })
        when (val result = search.result) {
            is Load.Idle -> Text("Type the beginning of a name")
            is Load.Loading -> Text("…")
            is Load.Loaded -> result.cities.forEach { Text(it) }
            is Load.Failed -> {
                Text(result.message)
                Button(onClick = { model.dispatch(TryAgain) }) { Text("Try again") }
            }
        }
    }
}
