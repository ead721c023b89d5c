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
        try (ProtectedTestServer server = ProtectedTestServer.start(keys.authenticator())) {
            assertThat(RequestSender.sendWithToken(RequestSender.newToolCall(server.uri(), "whoami"), annsKey)
                            .body())
                    .contains("ann");
            assertThat(RequestSender.sendWithToken(RequestSender.newToolCall(server.uri(), "write"), annsKey)
                            .statusCode())
                    .isEqualTo(200);
            assertThat(RequestSender.sendWithToken(RequestSender.newToolCall(server.uri(), "whoami"), bobsKey)
                            .body())
                    .contains("bob");
            HttpResponse<String> forbidden =
                    RequestSender.sendWithToken(RequestSender.newToolCall(server.uri(), "write"), bobsKey);
            assertThat(forbidden.statusCode()).isEqualTo(403);
            assertThat(RequestSender.getChallenge(forbidden))
                    .isEqualTo("Bearer error=\"insufficient_scope\", scope=\"files:read files:write\"");
        }
    }

    @Test
    void a_request_without_a_key_is_rejected() throws Exception {
        try (ProtectedTestServer server = ProtectedTestServer.start(keys.authenticator());
                LogCapture log = new LogCapture()) {
            for (String invalidKey :
                    new String[] {annsKey + "A", annsKey.substring(1), ApiKeyVerifier.hashKey(annsKey), "ann", "x"}) {
                HttpResponse<String> response =
                        RequestSender.sendWithToken(RequestSender.newToolCall(server.uri(), "whoami"), invalidKey);

                assertThat(response.statusCode()).isEqualTo(401);
                assertThat(RequestSender.getChallenge(response)).isEqualTo("Bearer error=\"invalid_token\"");
            }
            HttpResponse<String> withoutKey = RequestSender.send(RequestSender.newToolCall(server.uri(), "whoami"));
            assertThat(withoutKey.statusCode()).isEqualTo(401);
            assertThat(RequestSender.getChallenge(withoutKey)).isEqualTo("Bearer");
            HttpResponse<String> withDpop = RequestSender.send(
                    RequestSender.newToolCall(server.uri(), "whoami").header("Authorization", "DPoP " + annsKey));
            assertThat(withDpop.statusCode()).isEqualTo(401);
            assertThat(log.capturedText()).contains("no such key").doesNotContain(annsKey);
        }
    }

    @Test
    @Covers("core/auth-server/secure-token-storage")
    void keys_are_not_stored() throws Exception {
        var storedValues = new StringBuilder();
        var keysField = ApiKeyVerifier.class.getDeclaredField("keys");
        keysField.setAccessible(true);
        for (Object key : (java.util.List<?>) keysField.get(keys)) {
            for (var component : key.getClass().getRecordComponents()) {
                component.getAccessor().setAccessible(true);
                Object value = component.getAccessor().invoke(key);
                storedValues.append(
                        value instanceof byte[] bytes
                                ? new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1)
                                : value);
            }
        }

        assertThat(storedValues.toString()).doesNotContain(annsKey).doesNotContain(bobsKey);
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
    void api_keys_and_jwts_can_be_combined() throws Exception {
        TokenVerifier verifier = TokenVerifier.firstOf(
                keys, ProtectedTestServer.newJwtVerifierBuilder().build());
        try (ProtectedTestServer server = ProtectedTestServer.start(ProtectedTestServer.newAuthenticatorBuilder()
                .implyScopes("files:read", "mcp")
                .tokenVerifier(verifier)
                .build())) {
            assertThat(RequestSender.sendWithToken(RequestSender.newToolCall(server.uri(), "whoami"), annsKey)
                            .body())
                    .contains("ann");
            assertThat(RequestSender.sendWithToken(
                                    RequestSender.newToolCall(server.uri(), "whoami"), new Issuer().issueToken("mcp"))
                            .body())
                    .contains("https://login.example.com|ann");
            assertThat(RequestSender.sendWithToken(RequestSender.newToolCall(server.uri(), "whoami"), "x")
                            .statusCode())
                    .isEqualTo(401);
        }
    }
}
