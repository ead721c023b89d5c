package dev.tenon.guard.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Issue 20, items 24 and 27: the guard warns of settings that are probably unintended. */
class ConfigWarningsTest {
    private static final String HTTP = "  http: 127.0.0.1:8080\n";
    private static final String AUTHORIZED = HTTP
            + "  authorization:\n    issuers: [\"https://idp.example.com\"]\n    resource: https://guard.example.com/mcp\n"
            + "    apiKeys:\n      backup-job: {env: BACKUP_KEY}\n";

    private static List<String> warnings(String listen, String policies) {
        String text = "version: 1\n" + (listen.isEmpty() ? "" : "front:\n" + listen)
                + "upstreams:\n  one:\n    command: [node]\n" + policies;
        return ConfigWarnings.of(GuardConfigFile.parse("guard.yaml", text, Path.of("/etc/tenon")));
    }

    private static String denyPolicy(String pattern) {
        return "policies:\n  tools:\n    deny:\n      - {name: \"*\", principals: [\"" + pattern + "\"]}\n";
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://idp.example.com|*",
                "https://idp.example.com|ann",
                "https://idp.example.com*",
                "https://*",
                "*|ann",
                "*",
                "backup-job",
                "backup-*"
            })
    void a_pattern_that_a_caller_can_match_causes_no_warning(String pattern) {
        assertThat(warnings(AUTHORIZED, denyPolicy(pattern))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://idp.example.com ann",
                "https://idp.example.com",
                "https://idp.example.com|",
                "https://idp.example.com/|*",
                "https://other.example.com|*",
                "ann",
                "backup"
            })
    void a_pattern_that_no_caller_can_match_causes_a_warning(String pattern) {
        assertThat(warnings(AUTHORIZED, denyPolicy(pattern)))
                .singleElement()
                .asString()
                .contains("\"" + pattern + "\"", "issuer|subject", "https://idp.example.com", "backup-job");
    }

    @Test
    void rules_for_principals_and_scopes_without_authorization_cause_a_warning() {
        assertThat(warnings(HTTP, denyPolicy("https://idp.example.com|*")))
                .singleElement()
                .asString()
                .contains("front.authorization");
        assertThat(warnings("", "policies:\n  prompts:\n    allow:\n      - {name: \"*\", scopes: [write]}\n"))
                .hasSize(1);
        assertThat(warnings(
                        "",
                        "policies:\n  arguments:\n    rules:\n"
                                + "      - {argument: a, principals: [ann], pattern: \"^a$\"}\n"))
                .hasSize(1);
        assertThat(warnings(HTTP, denyPolicy("*"))).isEmpty();
        assertThat(warnings(HTTP, denyPolicy("ann").replace("tools:\n", "tools:\n    mode: \"off\"\n")))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "192.0.2.7", "guard.example.com", "[::]"})
    void a_public_listener_without_authorization_causes_a_warning(String host) {
        assertThat(warnings("  http: \"" + host + ":8080\"\n", ""))
                .singleElement()
                .asString()
                .contains(host + ":8080", "front.authorization", "127.0.0.1");
        assertThat(warnings(AUTHORIZED.replace("127.0.0.1", "0.0.0.0"), "")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "localhost", "[::1]"})
    void a_loopback_listener_causes_no_warning(String host) {
        assertThat(warnings("  http: \"" + host + ":8080\"\n", "")).isEmpty();
    }

    @Test
    void an_ipv6_address_is_parsed_without_brackets() {
        String text = "version: 1\nfront: {http: \"[::]:80\"}\nupstreams: {one: {command: [node]}}\n";
        assertThat(GuardConfigFile.parse("guard.yaml", text, Path.of("/etc/tenon"))
                        .listen())
                .extracting("host")
                .isEqualTo("::");
    }

    @Test
    void secrets_are_detected_by_header_name_and_by_format() {
        assertThat(PlaintextSecretDetector.isLikelySecret("Authorization", "Bearer abc"))
                .isTrue();
        assertThat(PlaintextSecretDetector.isLikelySecret("X-Api-Key", "abc")).isTrue();
        assertThat(PlaintextSecretDetector.isLikelySecret("X-Team", "ghp_0123456789abcdefghijABCDEFGHIJ012345"))
                .isTrue();
        assertThat(PlaintextSecretDetector.isLikelySecret("X-Team", "blue")).isFalse();
    }
}
