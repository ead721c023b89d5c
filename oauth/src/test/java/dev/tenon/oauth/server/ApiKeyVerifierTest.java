package dev.tenon.oauth.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.coverage.Covers;
import dev.tenon.coverage.support.LogCapture;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Fixed API keys. */
@Isolated("it reads the log of all tests")
class ApiKeyVerifierTest {
    private final String annsKey = ApiKeyVerifier.generateKey();
    private final String bobsKey = ApiKeyVerifier.generateKey();
    private final ApiKeyVerifier keys = ApiKeyVerifier.empty()
            .withKey("ann", annsKey, "files:read", "files:write")
            .withKeyHash("bob", ApiKeyVerifier.hashKey(bobsKey));

    @Test
    void a_key_is_accepted_with_its_scopes() throws Exception {
        try (ProtectedTestServer site = ProtectedTestServer.open(keys.authenticator())) {
            assertThat(RequestSender.bearer(RequestSender.tool(site.uri(), "whoami"), annsKey)
                            .body())
                    .contains("ann");
            assertThat(RequestSender.bearer(RequestSender.tool(site.uri(), "write"), annsKey)
                            .statusCode())
                    .isEqualTo(200);
            assertThat(RequestSender.bearer(RequestSender.tool(site.uri(), "whoami"), bobsKey)
                            .body())
                    .contains("bob");
            HttpResponse<String> forbidden = RequestSender.bearer(RequestSender.tool(site.uri(), "write"), bobsKey);
            assertThat(forbidden.statusCode()).isEqualTo(403);
            assertThat(RequestSender.challenge(forbidden))
                    .isEqualTo("Bearer error=\"insufficient_scope\", scope=\"files:read files:write\"");
        }
    }

    @Test
    void a_request_without_a_key_is_rejected() throws Exception {
        try (ProtectedTestServer site = ProtectedTestServer.open(keys.authenticator());
                LogCapture log = new LogCapture()) {
            for (String bad :
                    new String[] {annsKey + "A", annsKey.substring(1), ApiKeyVerifier.hashKey(annsKey), "ann", "x"}) {
                HttpResponse<String> answer = RequestSender.bearer(RequestSender.tool(site.uri(), "whoami"), bad);

                assertThat(answer.statusCode()).isEqualTo(401);
                assertThat(RequestSender.challenge(answer)).isEqualTo("Bearer error=\"invalid_token\"");
            }
            HttpResponse<String> nothing = RequestSender.send(RequestSender.tool(site.uri(), "whoami"));
            assertThat(nothing.statusCode()).isEqualTo(401);
            assertThat(RequestSender.challenge(nothing)).isEqualTo("Bearer");
            HttpResponse<String> proven = RequestSender.send(
                    RequestSender.tool(site.uri(), "whoami").header("Authorization", "DPoP " + annsKey));
            assertThat(proven.statusCode()).isEqualTo(401);
            assertThat(log.capturedText()).contains("no such key").doesNotContain(annsKey);
        }
    }

    @Test
    @Covers("core/auth-server/secure-token-storage")
    void keys_are_not_stored() throws Exception {
        var held = new StringBuilder();
        var fields = ApiKeyVerifier.class.getDeclaredField("keys");
        fields.setAccessible(true);
        for (Object key : (java.util.List<?>) fields.get(keys)) {
            for (var component : key.getClass().getRecordComponents()) {
                component.getAccessor().setAccessible(true);
                Object value = component.getAccessor().invoke(key);
                held.append(
                        value instanceof byte[] bytes
                                ? new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1)
                                : value);
            }
        }

        assertThat(held.toString()).doesNotContain(annsKey).doesNotContain(bobsKey);
        assertThat(keys.toString()).doesNotContain(annsKey);
    }

    @Test
    void a_short_key_is_rejected() {
        assertThatThrownBy(() -> ApiKeyVerifier.empty().withKey("ann", "secret"))
                .hasMessageContaining("24")
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> ApiKeyVerifier.empty().withKeyHash("ann", "abcd"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(ApiKeyVerifier.generateKey()).hasSizeGreaterThan(40).isNotEqualTo(ApiKeyVerifier.generateKey());
    }

    @Test
    void keys_and_tokens_go_together() throws Exception {
        TokenVerifier both =
                TokenVerifier.firstOf(keys, ProtectedTestServer.jwts().build());
        try (ProtectedTestServer site = ProtectedTestServer.open(ProtectedTestServer.resource()
                .implyScopes("files:read", "mcp")
                .tokenVerifier(both)
                .build())) {
            assertThat(RequestSender.bearer(RequestSender.tool(site.uri(), "whoami"), annsKey)
                            .body())
                    .contains("ann");
            assertThat(RequestSender.bearer(RequestSender.tool(site.uri(), "whoami"), new Issuer().token("mcp"))
                            .body())
                    .contains("https://login.example.com|ann");
            assertThat(RequestSender.bearer(RequestSender.tool(site.uri(), "whoami"), "x")
                            .statusCode())
                    .isEqualTo(401);
        }
    }
}
