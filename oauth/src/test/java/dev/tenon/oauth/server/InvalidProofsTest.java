package dev.tenon.oauth.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.support.LogCapture;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sends proofs of RFC 9449 that a server must reject. */
@Isolated("it reads the log of all tests")
class InvalidProofsTest {
    private static final String CHALLENGE_PARAMETERS = ", resource_metadata="
            + "\"https://mcp.example.com/.well-known/oauth-protected-resource/mcp\", scope=\"mcp\", "
            + "algs=\"ES256 ES384 ES512 PS256 PS384 PS512 RS256 RS384 RS512\"";

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

    static Stream<InvalidProof> invalidProofs() {
        return InvalidProofs.createAll().stream();
    }

    @ParameterizedTest
    @MethodSource("invalidProofs")
    void is_rejected_and_the_reason_is_only_logged(InvalidProof invalid) throws Exception {
        HttpRequest.Builder request = RequestSender.newToolCall(server.uri(), "whoami")
                .header("Authorization", invalid.scheme() + " " + invalid.token());
        invalid.proofs().forEach(proof -> request.header("DPoP", proof));
        try (LogCapture log = new LogCapture()) {
            HttpResponse<String> response = RequestSender.send(request);

            assertThat(response.statusCode()).isEqualTo(401);
            assertThat(RequestSender.getChallenge(response))
                    .isEqualTo("DPoP error=\"" + invalid.error() + "\"" + CHALLENGE_PARAMETERS);
            assertThat(response.body()).isEmpty();
            assertThat(log.capturedText()).contains(invalid.reason()).doesNotContain(invalid.token());
            invalid.proofs().forEach(proof -> assertThat(log.capturedText()).doesNotContain(proof));
        }
    }

    @Test
    void there_are_more_than_fifty() {
        assertThat(invalidProofs()).hasSizeGreaterThan(50).doesNotHaveDuplicates();
    }
}
