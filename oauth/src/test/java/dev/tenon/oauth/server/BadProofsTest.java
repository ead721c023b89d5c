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
class BadProofsTest {
    private static final String REST = ", resource_metadata="
            + "\"https://mcp.example.com/.well-known/oauth-protected-resource/mcp\", scope=\"mcp\", "
            + "algs=\"ES256 ES384 ES512 PS256 PS384 PS512 RS256 RS384 RS512\"";

    private static ProtectedTestServer site;

    @BeforeAll
    static void open() {
        site = ProtectedTestServer.open(ProtectedTestServer.resource().build());
    }

    @AfterAll
    static void close() {
        site.close();
    }

    static Stream<BadProof> proofs() {
        return BadProofs.all().stream();
    }

    @ParameterizedTest
    @MethodSource("proofs")
    void is_rejected_and_the_reason_is_only_logged(BadProof bad) throws Exception {
        HttpRequest.Builder request =
                RequestSender.tool(site.uri(), "whoami").header("Authorization", bad.scheme() + " " + bad.token());
        bad.proofs().forEach(proof -> request.header("DPoP", proof));
        try (LogCapture log = new LogCapture()) {
            HttpResponse<String> answer = RequestSender.send(request);

            assertThat(answer.statusCode()).isEqualTo(401);
            assertThat(RequestSender.challenge(answer)).isEqualTo("DPoP error=\"" + bad.error() + "\"" + REST);
            assertThat(answer.body()).isEmpty();
            assertThat(log.capturedText()).contains(bad.reason()).doesNotContain(bad.token());
            bad.proofs().forEach(proof -> assertThat(log.capturedText()).doesNotContain(proof));
        }
    }

    @Test
    void there_are_more_than_fifty() {
        assertThat(proofs()).hasSizeGreaterThan(50).doesNotHaveDuplicates();
    }
}
