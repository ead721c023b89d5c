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

    private static UnaryOperator<Map<String, String>> with(String name, String value) {
        return params -> {
            Map<String, String> changed = new HashMap<>(params);
            changed.put(name, value);
            return changed;
        };
    }

    private static void assertIgnored(OAuthTestEnvironment lab, String why) {
        assertIgnored(lab, why, Duration.ofSeconds(30));
    }

    private static void assertIgnored(OAuthTestEnvironment lab, String why, Duration loginTime) {
        OAuthLimits limits = OAuthLimits.DEFAULT.withLoginTimeout(loginTime).withRequestTimeout(Duration.ofSeconds(30));
        assertThatThrownBy(() ->
                        OAuthTestEnvironment.visit(lab.oauth().limits(limits).build()))
                .isInstanceOf(AuthorizationException.class)
                .hasMessageContaining(why)
                .hasMessageNotContaining("SECRET");
        assertThat(lab.issuer.authorizations()).hasSize(1);
        assertThat(lab.issuer.tokenRequests()).isEmpty();
    }

    @Test
    @Covers({"2026-07-28/auth-client/validate-iss", "2026-07-28/auth-client/record-issuer"})
    void an_issuer_that_is_advertised_and_right_is_taken() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            lab.issuer.metadata.put(ADVERTISED, true);
            OAuthTestEnvironment.visit(lab.oauth().build());
            assertThat(lab.issuer.tokenRequests()).hasSize(1);
        }
    }

    @Test
    @Covers("2026-07-28/auth-client/validate-iss")
    void no_issuer_is_missed_where_none_is_advertised() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            OAuthTestEnvironment.visit(lab.oauth().build());
            assertThat(lab.issuer.tokenRequests()).hasSize(1);
        }
    }

    @Test
    @Covers("2026-07-28/auth-client/validate-iss")
    void an_issuer_that_is_advertised_and_missing_ends_the_login() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            lab.issuer.metadata.put(ADVERTISED, true);
            lab.issuer.answer = with("iss", null);
            assertIgnored(lab, "iss is missing");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Covers({"2026-07-28/auth-client/validate-iss", "2026-07-28/auth-client/record-issuer"})
    void another_issuer_ends_the_login_advertised_or_not(boolean advertised) throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            lab.issuer.metadata.put(ADVERTISED, advertised);
            lab.issuer.answer = with("iss", "https://SECRET.example");
            assertIgnored(lab, "is from a different authorization server");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"slash", "capitals", "default port", "percent", "localhost"})
    @Covers("2026-07-28/auth-client/iss-simple-compare")
    void an_issuer_that_is_only_nearly_the_same_is_another_one(String how) throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            String issuer = lab.issuer.issuer();
            String nearly =
                    switch (how) {
                        case "slash" -> issuer + "/";
                        case "capitals" -> issuer.replace("http:", "HTTP:");
                        case "default port" -> issuer + ":80";
                        case "percent" -> issuer.replace("127", "%31%32%37");
                        default -> issuer.replace("127.0.0.1", "localhost");
                    };
            lab.issuer.answer = with("iss", nearly);
            assertIgnored(lab, "is from a different authorization server");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"another issuer", "no issuer", "another state", "no state"})
    @Covers("2026-07-28/auth-client/iss-error-responses")
    void an_error_of_a_different_issuer_is_not_shown(String what) throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            lab.issuer.metadata.put(ADVERTISED, true);
            lab.issuer.answer = params -> {
                Map<String, String> error = new HashMap<>(Map.of(
                        "error", "SECRET-code",
                        "error_description", "SECRET description",
                        "error_uri", "https://SECRET.example"));
                error.put("state", what.equals("no state") ? null : params.get("state"));
                error.put("iss", what.equals("no issuer") ? null : lab.issuer.issuer());
                if (what.startsWith("another")) {
                    error.put(what.endsWith("state") ? "state" : "iss", "https://SECRET.example");
                }
                return error;
            };
            assertIgnored(lab, "ignored", Duration.ofSeconds(what.endsWith("state") ? 3 : 30));
        }
    }

    @Test
    void an_error_of_the_authorization_server_is_told_in_one_visible_line() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            lab.issuer.answer = params -> Map.of(
                    "error", "access_denied", "error_description", "Not\u001b[31m you", "state", params.get("state"));
            assertThatThrownBy(() -> OAuthTestEnvironment.visit(lab.oauth().build()))
                    .isInstanceOf(AuthorizationException.class)
                    .hasMessageContaining("access_denied (Not\\u001b[31m you)");
        }
    }

    @Test
    @Tag("exhaustive")
    @Covers("core/auth-client/state")
    void a_response_with_a_wrong_or_missing_state_is_ignored() throws Exception {
        for (String state : new String[] {"another", "", null}) {
            try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
                lab.issuer.answer = with("state", state);
                assertIgnored(lab, "missing or wrong state", Duration.ofSeconds(3));
            }
        }
    }

    @Test
    void a_response_with_a_duplicate_parameter_is_ignored() throws Exception {
        for (String name : List.of("code ", "iss ")) {
            try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
                lab.issuer.metadata.put(ADVERTISED, true);
                lab.issuer.answer = with(name, "SECRET");
                assertIgnored(lab, "twice");
            }
        }
    }

    /** Issue 20, item 38: a different page on this machine cannot end a login. */
    @Test
    @Covers("core/auth-client/state")
    void a_response_with_a_wrong_state_does_not_end_the_login() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            OAuthClient oauth = lab.oauth()
                    .browser(page -> {
                        String redirect =
                                StubHttpServer.params(page.getRawQuery()).get("redirect_uri");
                        OAuthTestEnvironment.browse(
                                URI.create(redirect + "?code=EVIL&state=guessed"),
                                URI.create(redirect + "?code=EVIL"),
                                URI.create(redirect + "?error=access_denied&state=guessed"),
                                page);
                        return true;
                    })
                    .build();
            OAuthTestEnvironment.visit(oauth);
            assertThat(lab.issuer.tokenRequests()).hasSize(1).allSatisfy(asked -> assertThat(asked.get("code"))
                    .isNotEqualTo("EVIL"));
        }
    }

    @Test
    void a_response_without_a_code_is_rejected() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            lab.issuer.answer = with("code", null);
            assertIgnored(lab, "neither a code nor an error");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"absent", "plain", "empty"})
    @Covers({"core/auth-client/pkce-verify-support", "core/auth-client/pkce-s256"})
    void no_login_at_an_authorization_server_without_pkce(String how) throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            String name = "code_challenge_methods_supported";
            if (how.equals("absent")) {
                lab.issuer.metadata.remove(name);
            } else {
                lab.issuer.metadata.put(name, how.equals("plain") ? List.of("plain") : List.of());
            }
            assertThatThrownBy(() -> OAuthTestEnvironment.visit(lab.oauth().build()))
                    .isInstanceOf(AuthorizationException.class)
                    .hasMessageContaining("PKCE with S256");
            assertThat(lab.pages).isEmpty();
            assertThat(lab.issuer.place.seen("/register")).isEmpty();
        }
    }

    @Test
    @Covers({"core/auth-client/pkce", "core/auth-client/pkce-s256"})
    void each_login_has_a_challenge_and_a_state_of_its_own() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            OAuthTestEnvironment.visit(lab.oauth().build());
            OAuthTestEnvironment.visit(lab.oauth().build());
            // The authorization server compares the challenges with the verifiers.
            assertThat(lab.issuer.authorizations()).hasSize(2).allSatisfy(asked -> {
                assertThat(asked).containsEntry("code_challenge_method", "S256");
                assertThat(asked.get("code_challenge")).hasSize(43);
                assertThat(asked.get("state")).hasSizeGreaterThan(30);
            });
            assertThat(lab.issuer.authorizations().stream()
                            .map(a -> a.get("code_challenge"))
                            .distinct())
                    .hasSize(2);
            assertThat(lab.issuer.authorizations().stream()
                            .map(a -> a.get("state"))
                            .distinct())
                    .hasSize(2);
            assertThat(lab.issuer.tokenRequests())
                    .allSatisfy(asked -> assertThat(asked.get("code_verifier")).hasSizeBetween(43, 128));
        }
    }
}
