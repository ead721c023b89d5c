package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.coverage.Covers;
import dev.tenon.json.Json;
import dev.tenon.server.call.ClientInputRequest;
import java.net.URI;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests input requests that are not allowed. */
class SensitiveInputTest {
    private static Json form(String field) {
        return Json.parse("{\"type\":\"object\",\"properties\":{\"" + field + "\":{\"type\":\"string\"}}}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "password",
                "userPassword",
                "passphrase",
                "API-Key",
                "apiKey",
                "api_key",
                "access_token",
                "clientSecret",
                "creditCard",
                "card_number",
                "cvv",
                "privateKey"
            })
    @Covers({
        "core/elicitation/no-sensitive-form",
        "2025-06-18/elicitation/no-sensitive",
        "core/elicitation/sensitive-url-mode",
        "core/elicitation/third-party-creds-not-via-client"
    })
    void a_form_for_a_secret_is_rejected_with_the_advice_to_use_a_url(String field) {
        assertThatThrownBy(() -> ClientInputRequest.form("Please", form(field)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("send the user to a URL");
    }

    @ParameterizedTest
    @ValueSource(strings = {"name", "passenger", "tokens", "keyboard", "cardinality", "compass"})
    void other_fields_are_accepted(String field) {
        assertThat(ClientInputRequest.form("Please", form(field))).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://user:pw@example.com/",
                "https://example.com/?access_token=x",
                "https://example.com/?a=b&apiKey=x",
                "https://example.com/?sessionId=x",
                "javascript:alert(1)",
                "file:///etc/passwd",
                "/relative"
            })
    @Covers({
        "core/elicitation/url-no-sensitive",
        "core/elicitation/url-not-preauthenticated",
        "core/elicitation/url-valid",
        "core/elicitation/no-client-creds-third-party"
    })
    void a_url_with_credentials_or_another_scheme_is_rejected(String url) {
        assertThatThrownBy(() -> ClientInputRequest.url("Visit", URI.create(url)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
