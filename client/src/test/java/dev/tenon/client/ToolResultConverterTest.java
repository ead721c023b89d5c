package dev.tenon.client;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.error.InvalidResponseException;
import dev.tenon.model.CallToolResult;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ToolResultConverterTest {
    @Test
    void text_that_is_not_json_is_invalid_and_the_exception_says_why() {
        assertThatThrownBy(() -> ToolResultConverter.convert(CallToolResult.text("{oops"), "add", Map.class))
                .isInstanceOf(InvalidResponseException.class)
                .hasMessageMatching(
                        "Tool \"add\" returned no structured content, and its text is not JSON for type Map: .+");
    }
}
