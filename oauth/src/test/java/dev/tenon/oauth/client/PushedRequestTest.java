package dev.tenon.oauth.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.oauth.client.StubHttpServer.Answer;
import dev.tenon.oauth.client.StubHttpServer.Seen;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Issue 20, item 38: pushed authorization requests (RFC 9126) are used if required or supported. */
class PushedRequestTest {
    private static final String ENDPOINT = "pushed_authorization_request_endpoint";
    private static final String REQUIRED = "require_pushed_authorization_requests";

    /** Only accepts pushed requests. */
    private static void pushes(OAuthTestEnvironment lab) {
        Map<String, Map<String, String>> pushed = new ConcurrentHashMap<>();
        lab.issuer.metadata.put(ENDPOINT, lab.issuer.issuer() + "/par");
        lab.issuer
                .place
                .on("/par", seen -> {
                    String reference = "urn:ietf:params:oauth:request_uri:" + pushed.size();
                    pushed.put(reference, seen.form());
                    return Answer.json(201, Map.of("request_uri", reference, "expires_in", 60));
                })
                .on("/authorize", seen -> {
                    Map<String, String> request = pushed.remove(seen.query().getOrDefault("request_uri", "none"));
                    if (request == null
                            || !request.get("client_id").equals(seen.query().get("client_id"))) {
                        return Answer.status(400);
                    }
                    return lab.issuer.handle(
                            "/authorize", new Seen(seen.verb(), seen.path(), request, seen.headers(), seen.body()));
                });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_request_is_pushed_where_that_is_offered_or_required(boolean isRequired) throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            pushes(lab);
            lab.issuer.metadata.put(REQUIRED, isRequired);
            lab.server.challengedScope = "basic";
            OAuthTestEnvironment.visit(lab.oauth().build());
            assertThat(lab.issuer.authorizations()).hasSize(1).allSatisfy(asked -> assertThat(asked)
                    .containsOnlyKeys("client_id", "request_uri"));
            Map<String, String> pushed = lab.issuer.place.seen("/par").get(0).form();
            assertThat(pushed)
                    .containsEntry("response_type", "code")
                    .containsEntry("code_challenge_method", "S256")
                    .containsEntry("scope", "basic")
                    .containsEntry("resource", lab.server.url())
                    .containsKeys("state", "code_challenge", "redirect_uri", "client_id");
        }
    }

    @Test
    void a_client_with_a_secret_authenticates_when_it_pushes() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            pushes(lab);
            lab.issuer.metadata.put("token_endpoint_auth_methods_supported", List.of("client_secret_basic"));
            OAuthTestEnvironment.visit(lab.oauth()
                    .client(PreregisteredClient.of("me")
                            .withSecret("the secret")
                            .withIssuer(lab.issuer.issuer()))
                    .build());
            assertThat(lab.issuer.place.seen("/par").get(0).header("Authorization"))
                    .startsWith("Basic ");
        }
    }

    @Test
    void without_an_endpoint_a_requirement_cannot_be_met() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            lab.issuer.metadata.put(REQUIRED, true);
            assertThatThrownBy(() -> OAuthTestEnvironment.visit(lab.oauth().build()))
                    .isInstanceOf(AuthorizationException.class)
                    .hasMessageContaining("RFC 9126")
                    .hasMessageContaining("names no endpoint");
            assertThat(lab.pages).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"refused", "nonsense", "no reference"})
    void no_page_is_shown_for_a_rejected_request(String how) throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            pushes(lab);
            lab.issuer.place.on("/par", seen -> switch (how) {
                case "refused" -> TestIssuer.error("invalid_request");
                case "nonsense" -> new Answer(201, Map.of("Content-Type", "text/html"), "<p>SECRET</p>");
                default -> Answer.json(201, Map.of("expires_in", 60));
            });
            assertThatThrownBy(() -> OAuthTestEnvironment.visit(lab.oauth().build()))
                    .isInstanceOf(AuthorizationException.class)
                    .hasMessageContaining(how.equals("refused") ? "invalid_request" : "HTTP status 201")
                    .hasMessageNotContaining("SECRET");
            assertThat(lab.pages).isEmpty();
        }
    }

    @Test
    void a_client_that_is_not_known_any_more_is_registered_again_before_a_page_is_shown() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            pushes(lab);
            OAuthClient oauth = lab.oauth().build();
            OAuthTestEnvironment.visit(oauth);
            String old = oauth.currentLogin().orElseThrow().clientId();
            StubHttpServer.Handler pushing = lab.issuer.place.handler("/par");
            lab.issuer.place.on(
                    "/par",
                    seen -> seen.form().get("client_id").equals(old)
                            ? TestIssuer.error("invalid_client")
                            : pushing.answer(seen));
            oauth.login();
            assertThat(oauth.currentLogin().orElseThrow().clientId()).isNotEqualTo(old);
            assertThat(lab.issuer.place.seen("/register")).hasSize(2);
            assertThat(lab.pages).hasSize(2);
        }
    }
}
