package dev.tenon.oauth.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import dev.tenon.coverage.support.LogCapture;
import java.net.http.HttpResponse;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sends tokens that a server must reject. All get the same response; the reason is only logged. */
@Isolated("it reads the log of all tests")
class InvalidTokensTest {
    private static final String CHALLENGE = "Bearer error=\"invalid_token\", resource_metadata="
            + "\"https://mcp.example.com/.well-known/oauth-protected-resource/mcp\", scope=\"mcp\"";

    private static ProtectedTestServer server;

    @BeforeAll
    static void open() {
        server = ProtectedTestServer.start(
                ProtectedTestServer.newAuthenticatorBuilder().build());
    }

    @AfterAll
    static void close() {
        server.close();
    }

    static Stream<InvalidToken> invalidTokens() {
        return Stream.concat(InvalidTokens.createAll().stream(), InvalidClaims.createAll().stream());
    }

    @ParameterizedTest
    @MethodSource("invalidTokens")
    @Covers({
        "core/auth-server/validate-token",
        "2025-03-26/auth-server/validate-token",
        "core/auth-server/validate-audience",
        "core/auth-server/invalid-token-401",
        "core/auth-server/own-tokens-only",
        "core/auth-server/no-transit",
        "core/auth-server/no-data-unauthorized",
        "core/auth-server/oauth-security",
        "core/security/no-foreign-tokens"
    })
    void is_rejected_and_the_reason_is_only_logged(InvalidToken invalid) throws Exception {
        try (LogCapture log = new LogCapture()) {
            HttpResponse<String> response =
                    RequestSender.sendWithToken(RequestSender.newToolCall(server.uri(), "whoami"), invalid.token());

            assertThat(response.statusCode()).isEqualTo(401);
            assertThat(RequestSender.getChallenge(response)).isEqualTo(CHALLENGE);
            assertThat(response.body()).isEmpty();
            assertThat(log.capturedText()).contains(invalid.reason());
            assertThat(log.capturedText()).doesNotContain(invalid.token());
        }
    }

    @Test
    void there_are_more_than_eighty() {
        assertThat(invalidTokens()).hasSizeGreaterThan(80).doesNotHaveDuplicates();
    }
}
