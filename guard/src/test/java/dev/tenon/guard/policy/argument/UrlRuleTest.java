package dev.tenon.guard.policy.argument;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UrlRuleTest {

    private final UrlRule rule = new UrlRule(List.of("example.com", "*.Example.org", "host.test:8443"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://example.com",
                "http://EXAMPLE.com:8080/a?b=c#d",
                "https://example.com./",
                "https://a.b.example.org/x",
                "https://host.test:8443/",
            })
    void a_url_of_an_allowed_host_passes(String url) {
        assertThat(rule.findProblem(Json.of(url))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://evil.test",
                "https://example.com.evil.test",
                "https://evil.test/example.com",
                "https://evil.test?example.com",
                "https://evil.test#@example.com",
                "https://example.com@evil.test",
                "https://user:pw@example.com",
                "https://evil.test\\@example.com",
                "https:\\\\example.com",
                "https://example.com\t.evil.test",
                " https://example.com",
                "https://example.org",
                "https://host.test/",
                "https://host.test:8444/",
                "https://ex\u0430mple.com",
                "https://example%2ecom",
                "https://127.0.0.1",
                "https://[::1]/",
                "ftp://example.com",
                "file:///etc/passwd",
                "//example.com/x",
                "example.com",
                "javascript:alert(1)",
                "",
            })
    void any_other_url_is_rejected(String url) {
        assertThat(rule.findProblem(Json.of(url))).isPresent();
    }

    @Test
    void the_message_says_what_is_expected_and_what_was_given() {
        assertThat(rule.findProblem(Json.of("ftp://example.com")))
                .contains("must be a URL with one of the schemes [http, https], but \"ftp://example.com\" was given.");
        assertThat(rule.findProblem(Json.of(7))).contains("must be a URL.");
    }
}
