package dev.tenon.oauth.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import dev.tenon.coverage.support.LogCapture;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Credentials in the wrong place, malformed, or of a different kind. */
@Isolated("it reads the log of all tests")
class MalformedCredentialsTest {
    private static final String MALFORMED = "Bearer error=\"invalid_request\", resource_metadata="
            + "\"https://mcp.example.com/.well-known/oauth-protected-resource/mcp\", scope=\"mcp\"";

    private static ProtectedTestServer server;
    private final Issuer issuer = new Issuer();

    @BeforeAll
    static void open() {
        server = ProtectedTestServer.start(
                ProtectedTestServer.newAuthenticatorBuilder().build());
    }

    @AfterAll
    static void close() {
        server.close();
    }

    private void assertMalformed(HttpRequest.Builder request, String reason) throws Exception {
        try (LogCapture log = new LogCapture()) {
            HttpResponse<String> response = RequestSender.send(request);

            assertThat(response.statusCode()).isEqualTo(400);
            assertThat(RequestSender.getChallenge(response)).isEqualTo(MALFORMED);
            assertThat(response.body()).isEmpty();
            assertThat(log.capturedText()).contains(reason).doesNotContain("eyJ");
        }
    }

    @Test
    @Covers("core/auth-server/status-codes")
    void two_authorization_headers_are_rejected() throws Exception {
        String good = "Bearer " + issuer.issueToken("mcp");
        assertMalformed(
                RequestSender.newToolCall(server.uri(), "whoami")
                        .header("Authorization", good)
                        .header("Authorization", good),
                "more than one Authorization header");
        assertMalformed(
                RequestSender.newToolCall(server.uri(), "whoami")
                        .header("Authorization", "Basic YTpi")
                        .header("Authorization", good),
                "more than one Authorization header");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Bearer",
                "Bearer ",
                "bearer",
                "DPoP",
                "Bearer a b",
                "Bearer a, Bearer b",
                "Bearer a,b",
                "Bearer \"a\"",
                "Bearer a=b",
                "Bearer =",
                "Bearer token=a",
                "Bearer a\tb",
                "Bearer: a",
                "=",
                "a=b"
            })
    void a_header_without_exactly_one_token_is_malformed(String header) throws Exception {
        assertMalformed(
                RequestSender.newToolCall(server.uri(), "whoami").header("Authorization", header),
                "an Authorization header");
    }

    @Test
    void a_token_in_the_query_is_rejected_even_with_a_valid_header() throws Exception {
        String token = issuer.issueToken("mcp");
        for (String query : List.of(
                "access_token=" + token,
                "a=b&access_token=" + token,
                "access%5Ftoken=" + token,
                "%61ccess_token=" + token,
                "access_token",
                "access_token=")) {
            URI uri = URI.create(server.uri() + "?" + query);
            assertMalformed(RequestSender.newToolCall(uri, "whoami"), "a token in the query");
            assertMalformed(
                    RequestSender.newToolCall(uri, "whoami").header("Authorization", "Bearer " + token),
                    "a token in the query");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Basic YTpi", "Digest username=ann", "Negotiate YII=", "Token abc", "Bearers abc"})
    void other_authentication_schemes_count_as_no_token(String header) throws Exception {
        HttpResponse<String> response = RequestSender.send(
                RequestSender.newToolCall(server.uri(), "whoami").header("Authorization", header));

        assertThat(response.statusCode()).isEqualTo(401);
        assertThat(RequestSender.getChallenge(response))
                .startsWith("Bearer resource_metadata=")
                .doesNotContain("error");
    }

    @Test
    void the_scheme_is_read_in_any_case() throws Exception {
        HttpResponse<String> response = RequestSender.send(RequestSender.newToolCall(server.uri(), "whoami")
                .header("Authorization", "bEaReR  " + issuer.issueToken("mcp")));

        assertThat(response.statusCode()).isEqualTo(200);
    }

    @Test
    void a_page_of_an_allowed_origin_sees_the_challenge() throws Exception {
        HttpResponse<String> response = RequestSender.send(
                RequestSender.newToolCall(server.uri(), "whoami").header("Origin", "http://localhost:3000"));

        assertThat(response.statusCode()).isEqualTo(401);
        assertThat(response.headers().firstValue("Access-Control-Allow-Origin")).hasValue("http://localhost:3000");
        assertThat(response.headers()
                        .firstValue("Access-Control-Expose-Headers")
                        .orElseThrow())
                .contains("WWW-Authenticate", "DPoP-Nonce");
    }
}
