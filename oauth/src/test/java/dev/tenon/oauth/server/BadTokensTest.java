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
class BadTokensTest {
    private static final String CHALLENGE = "Bearer error=\"invalid_token\", resource_metadata="
            + "\"https://mcp.example.com/.well-known/oauth-protected-resource/mcp\", scope=\"mcp\"";

    private static ProtectedTestServer site;

    @BeforeAll
    static void open() {
        site = ProtectedTestServer.open(ProtectedTestServer.resource().build());
    }

    @AfterAll
    static void close() {
        site.close();
    }

    static Stream<BadToken> tokens() {
        return Stream.concat(BadTokens.all().stream(), BadClaims.all().stream());
    }

    @ParameterizedTest
    @MethodSource("tokens")
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
    void is_rejected_and_the_reason_is_only_logged(BadToken bad) throws Exception {
        try (LogCapture log = new LogCapture()) {
            HttpResponse<String> answer = RequestSender.bearer(RequestSender.tool(site.uri(), "whoami"), bad.token());

            assertThat(answer.statusCode()).isEqualTo(401);
            assertThat(RequestSender.challenge(answer)).isEqualTo(CHALLENGE);
            assertThat(answer.body()).isEmpty();
            assertThat(log.capturedText()).contains(bad.reason());
            assertThat(log.capturedText()).doesNotContain(bad.token());
        }
    }

    @Test
    void there_are_more_than_eighty() {
        assertThat(tokens()).hasSizeGreaterThan(80).doesNotHaveDuplicates();
    }
}
