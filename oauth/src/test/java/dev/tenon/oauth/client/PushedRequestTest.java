package dev.tenon.oauth.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.oauth.client.StubHttpServer.ReceivedRequest;
import dev.tenon.oauth.client.StubHttpServer.StubResponse;
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
    private static void requirePushedRequests(OAuthTestEnvironment environment) {
        Map<String, Map<String, String>> pushed = new ConcurrentHashMap<>();
        environment.issuer.metadata.put(ENDPOINT, environment.issuer.issuer() + "/par");
        environment
                .issuer
                .httpServer
                .setHandler("/par", request -> {
                    String reference = "urn:ietf:params:oauth:request_uri:" + pushed.size();
                    pushed.put(reference, request.formParameters());
                    return StubResponse.ofJson(201, Map.of("request_uri", reference, "expires_in", 60));
                })
                .setHandler("/authorize", request -> {
                    Map<String, String> parameters =
                            pushed.remove(request.query().getOrDefault("request_uri", "none"));
                    if (parameters == null
                            || !parameters
                                    .get("client_id")
                                    .equals(request.query().get("client_id"))) {
                        return StubResponse.ofStatus(400);
                    }
                    return environment.issuer.handle(
                            "/authorize",
                            new ReceivedRequest(
                                    request.method(), request.path(), parameters, request.headers(), request.body()));
                });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_request_is_pushed_if_supported_or_required(boolean isRequired) throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            requirePushedRequests(environment);
            environment.issuer.metadata.put(REQUIRED, isRequired);
            environment.server.challengedScope = "basic";
            OAuthTestEnvironment.callToolOnce(environment.newClientBuilder().build());
            assertThat(environment.issuer.authorizationRequests()).hasSize(1).allSatisfy(authorization -> assertThat(
                            authorization)
                    .containsOnlyKeys("client_id", "request_uri"));
            Map<String, String> pushed =
                    environment.issuer.httpServer.requestsFor("/par").get(0).formParameters();
            assertThat(pushed)
                    .containsEntry("response_type", "code")
                    .containsEntry("code_challenge_method", "S256")
                    .containsEntry("scope", "basic")
                    .containsEntry("resource", environment.server.url())
                    .containsKeys("state", "code_challenge", "redirect_uri", "client_id");
        }
    }

    @Test
    void a_client_with_a_secret_authenticates_its_pushed_request() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            requirePushedRequests(environment);
            environment.issuer.metadata.put("token_endpoint_auth_methods_supported", List.of("client_secret_basic"));
            OAuthTestEnvironment.callToolOnce(environment
                    .newClientBuilder()
                    .client(PreregisteredClient.of("me")
                            .withSecret("the secret")
                            .withIssuer(environment.issuer.issuer()))
                    .build());
            assertThat(environment.issuer.httpServer.requestsFor("/par").get(0).header("Authorization"))
                    .startsWith("Basic ");
        }
    }

    @Test
    void required_pushed_requests_without_an_endpoint_fail() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            environment.issuer.metadata.put(REQUIRED, true);
            assertThatThrownBy(() -> OAuthTestEnvironment.callToolOnce(
                            environment.newClientBuilder().build()))
                    .isInstanceOf(AuthorizationException.class)
                    .hasMessageContaining("RFC 9126")
                    .hasMessageContaining("names no endpoint");
            assertThat(environment.openedPages).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"refused", "nonsense", "no reference"})
    void no_page_is_shown_for_a_rejected_request(String variant) throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            requirePushedRequests(environment);
            environment.issuer.httpServer.setHandler("/par", request -> switch (variant) {
                case "refused" -> TestIssuer.createError("invalid_request");
                case "nonsense" -> new StubResponse(201, Map.of("Content-Type", "text/html"), "<p>SECRET</p>");
                default -> StubResponse.ofJson(201, Map.of("expires_in", 60));
            });
            assertThatThrownBy(() -> OAuthTestEnvironment.callToolOnce(
                            environment.newClientBuilder().build()))
                    .isInstanceOf(AuthorizationException.class)
                    .hasMessageContaining(variant.equals("refused") ? "invalid_request" : "HTTP status 201")
                    .hasMessageNotContaining("SECRET");
            assertThat(environment.openedPages).isEmpty();
        }
    }

    @Test
    void a_client_that_became_unknown_is_registered_again_before_a_page_is_shown() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            requirePushedRequests(environment);
            OAuthClient oauth = environment.newClientBuilder().build();
            OAuthTestEnvironment.callToolOnce(oauth);
            String oldId = oauth.currentLogin().orElseThrow().clientId();
            StubHttpServer.RequestHandler originalHandler = environment.issuer.httpServer.getHandler("/par");
            environment.issuer.httpServer.setHandler(
                    "/par",
                    request -> request.formParameters().get("client_id").equals(oldId)
                            ? TestIssuer.createError("invalid_client")
                            : originalHandler.handle(request));
            oauth.login();
            assertThat(oauth.currentLogin().orElseThrow().clientId()).isNotEqualTo(oldId);
            assertThat(environment.issuer.httpServer.requestsFor("/register")).hasSize(2);
            assertThat(environment.openedPages).hasSize(2);
        }
    }
}
