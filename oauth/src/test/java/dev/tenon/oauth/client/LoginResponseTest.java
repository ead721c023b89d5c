package dev.tenon.oauth.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.coverage.Covers;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Login responses that the browser redirect carries, and errors in them. */
class LoginResponseTest {
    private static final String ADVERTISED = "authorization_response_iss_parameter_supported";

    private static UnaryOperator<Map<String, String>> replaceParameter(String name, String value) {
        return params -> {
            Map<String, String> newParams = new HashMap<>(params);
            newParams.put(name, value);
            return newParams;
        };
    }

    private static void assertIgnored(OAuthTestEnvironment environment, String message) {
        assertIgnored(environment, message, Duration.ofSeconds(30));
    }

    private static void assertIgnored(OAuthTestEnvironment environment, String message, Duration loginTimeout) {
        OAuthLimits limits =
                OAuthLimits.DEFAULT.withLoginTimeout(loginTimeout).withRequestTimeout(Duration.ofSeconds(30));
        assertThatThrownBy(() -> OAuthTestEnvironment.callToolOnce(
                        environment.newClientBuilder().limits(limits).build()))
                .isInstanceOf(AuthorizationException.class)
                .hasMessageContaining(message)
                .hasMessageNotContaining("SECRET");
        assertThat(environment.issuer.authorizationRequests()).hasSize(1);
        assertThat(environment.issuer.tokenRequests()).isEmpty();
    }

    @Test
    @Covers({"2026-07-28/auth-client/validate-iss", "2026-07-28/auth-client/record-issuer"})
    void an_advertised_and_correct_issuer_is_accepted() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            environment.issuer.metadata.put(ADVERTISED, true);
            OAuthTestEnvironment.callToolOnce(environment.newClientBuilder().build());
            assertThat(environment.issuer.tokenRequests()).hasSize(1);
        }
    }

    @Test
    @Covers("2026-07-28/auth-client/validate-iss")
    void an_issuer_that_is_not_advertised_may_be_missing() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            OAuthTestEnvironment.callToolOnce(environment.newClientBuilder().build());
            assertThat(environment.issuer.tokenRequests()).hasSize(1);
        }
    }

    @Test
    @Covers("2026-07-28/auth-client/validate-iss")
    void a_missing_advertised_issuer_ends_the_login() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            environment.issuer.metadata.put(ADVERTISED, true);
            environment.issuer.responseTransformer = replaceParameter("iss", null);
            assertIgnored(environment, "iss is missing");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Covers({"2026-07-28/auth-client/validate-iss", "2026-07-28/auth-client/record-issuer"})
    void a_different_issuer_ends_the_login_advertised_or_not(boolean advertised) throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            environment.issuer.metadata.put(ADVERTISED, advertised);
            environment.issuer.responseTransformer = replaceParameter("iss", "https://SECRET.example");
            assertIgnored(environment, "is from a different authorization server");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"slash", "capitals", "default port", "percent", "localhost"})
    @Covers("2026-07-28/auth-client/iss-simple-compare")
    void a_similar_issuer_is_a_different_issuer(String variant) throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            String issuer = environment.issuer.issuer();
            String similarIssuer =
                    switch (variant) {
                        case "slash" -> issuer + "/";
                        case "capitals" -> issuer.replace("http:", "HTTP:");
                        case "default port" -> issuer + ":80";
                        case "percent" -> issuer.replace("127", "%31%32%37");
                        default -> issuer.replace("127.0.0.1", "localhost");
                    };
            environment.issuer.responseTransformer = replaceParameter("iss", similarIssuer);
            assertIgnored(environment, "is from a different authorization server");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"another issuer", "no issuer", "another state", "no state"})
    @Covers("2026-07-28/auth-client/iss-error-responses")
    void an_error_of_a_different_issuer_is_not_shown(String variant) throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            environment.issuer.metadata.put(ADVERTISED, true);
            environment.issuer.responseTransformer = params -> {
                Map<String, String> error = new HashMap<>(Map.of(
                        "error", "SECRET-code",
                        "error_description", "SECRET description",
                        "error_uri", "https://SECRET.example"));
                error.put("state", variant.equals("no state") ? null : params.get("state"));
                error.put("iss", variant.equals("no issuer") ? null : environment.issuer.issuer());
                if (variant.startsWith("another")) {
                    error.put(variant.endsWith("state") ? "state" : "iss", "https://SECRET.example");
                }
                return error;
            };
            assertIgnored(environment, "ignored", Duration.ofSeconds(variant.endsWith("state") ? 3 : 30));
        }
    }

    @Test
    void an_error_of_the_authorization_server_is_reported_in_one_escaped_line() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            environment.issuer.responseTransformer = params -> Map.of(
                    "error", "access_denied", "error_description", "Not\u001b[31m you", "state", params.get("state"));
            assertThatThrownBy(() -> OAuthTestEnvironment.callToolOnce(
                            environment.newClientBuilder().build()))
                    .isInstanceOf(AuthorizationException.class)
                    .hasMessageContaining("access_denied (Not\\u001b[31m you)");
        }
    }

    @Test
    @Tag("exhaustive")
    @Covers("core/auth-client/state")
    void a_response_with_a_wrong_or_missing_state_is_ignored() throws Exception {
        for (String state : new String[] {"another", "", null}) {
            try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
                environment.issuer.responseTransformer = replaceParameter("state", state);
                assertIgnored(environment, "missing or wrong state", Duration.ofSeconds(3));
            }
        }
    }

    @Test
    void a_response_with_a_duplicate_parameter_is_ignored() throws Exception {
        for (String name : List.of("code ", "iss ")) {
            try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
                environment.issuer.metadata.put(ADVERTISED, true);
                environment.issuer.responseTransformer = replaceParameter(name, "SECRET");
                assertIgnored(environment, "twice");
            }
        }
    }

    /** Issue 20, item 38: a different page on this machine cannot end a login. */
    @Test
    @Covers("core/auth-client/state")
    void a_response_with_a_wrong_state_does_not_end_the_login() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            OAuthClient oauth = environment
                    .newClientBuilder()
                    .browser(page -> {
                        String redirect = StubHttpServer.parseParameters(page.getRawQuery())
                                .get("redirect_uri");
                        OAuthTestEnvironment.openInBrowser(
                                URI.create(redirect + "?code=EVIL&state=guessed"),
                                URI.create(redirect + "?code=EVIL"),
                                URI.create(redirect + "?error=access_denied&state=guessed"),
                                page);
                        return true;
                    })
                    .build();
            OAuthTestEnvironment.callToolOnce(oauth);
            assertThat(environment.issuer.tokenRequests())
                    .hasSize(1)
                    .allSatisfy(request -> assertThat(request.get("code")).isNotEqualTo("EVIL"));
        }
    }

    @Test
    void a_response_without_a_code_is_rejected() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            environment.issuer.responseTransformer = replaceParameter("code", null);
            assertIgnored(environment, "neither a code nor an error");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"absent", "plain", "empty"})
    @Covers({"core/auth-client/pkce-verify-support", "core/auth-client/pkce-s256"})
    void no_login_at_an_authorization_server_without_pkce(String variant) throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            String name = "code_challenge_methods_supported";
            if (variant.equals("absent")) {
                environment.issuer.metadata.remove(name);
            } else {
                environment.issuer.metadata.put(name, variant.equals("plain") ? List.of("plain") : List.of());
            }
            assertThatThrownBy(() -> OAuthTestEnvironment.callToolOnce(
                            environment.newClientBuilder().build()))
                    .isInstanceOf(AuthorizationException.class)
                    .hasMessageContaining("PKCE with S256");
            assertThat(environment.openedPages).isEmpty();
            assertThat(environment.issuer.httpServer.requestsFor("/register")).isEmpty();
        }
    }

    @Test
    @Covers({"core/auth-client/pkce", "core/auth-client/pkce-s256"})
    void each_login_has_its_own_challenge_and_state() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            OAuthTestEnvironment.callToolOnce(environment.newClientBuilder().build());
            OAuthTestEnvironment.callToolOnce(environment.newClientBuilder().build());
            // The authorization server compares the challenges with the verifiers.
            assertThat(environment.issuer.authorizationRequests()).hasSize(2).allSatisfy(request -> {
                assertThat(request).containsEntry("code_challenge_method", "S256");
                assertThat(request.get("code_challenge")).hasSize(43);
                assertThat(request.get("state")).hasSizeGreaterThan(30);
            });
            assertThat(environment.issuer.authorizationRequests().stream()
                            .map(request -> request.get("code_challenge"))
                            .distinct())
                    .hasSize(2);
            assertThat(environment.issuer.authorizationRequests().stream()
                            .map(request -> request.get("state"))
                            .distinct())
                    .hasSize(2);
            assertThat(environment.issuer.tokenRequests())
                    .allSatisfy(
                            request -> assertThat(request.get("code_verifier")).hasSizeBetween(43, 128));
        }
    }
}
