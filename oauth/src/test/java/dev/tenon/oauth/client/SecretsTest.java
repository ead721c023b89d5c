package dev.tenon.oauth.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.endpoint.CredentialsProvider.UnauthorizedResponse;
import dev.tenon.coverage.Covers;
import dev.tenon.coverage.support.LogCapture;
import dev.tenon.oauth.client.StubHttpServer.Answer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens and secrets only occur in headers, bodies and the store. */
@Isolated("it reads the log of all tests")
class SecretsTest {
    private static String all(Throwable problem) {
        StringWriter text = new StringWriter();
        problem.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    @Test
    @Covers("2026-07-28/auth-client/refresh-confidential")
    void nothing_that_can_be_printed_holds_a_token() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            PreregisteredClient client = PreregisteredClient.of("mine").withSecret("SECRET-1");
            lab.issuer.metadata.put("token_endpoint_auth_methods_supported", List.of("client_secret_basic"));
            OAuthClientBuilder builder = lab.oauth().client(client);
            OAuthClient oauth = builder.build();
            oauth.login();
            UnauthorizedResponse refusal = new UnauthorizedResponse(
                    401,
                    URI.create(lab.server.url()),
                    Map.of("authorization", List.of("Bearer access-2")),
                    List.of(),
                    Map.of());
            assertThat(List.of(oauth, client, oauth.target(), oauth.currentLogin(), refusal, builder)
                            .toString())
                    .doesNotContain("SECRET")
                    .doesNotContain("access-")
                    .doesNotContain("refresh-");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"access_token\":\"access-SECRET\",\"token_type\":\"mac\"}",
                "{\"access_token\":\"access-SECRET\"}",
                "{\"access_token\":\"access-SECRET\\r\\nX: y\",\"token_type\":\"Bearer\"}",
                "{\"access_token\":\"access-SECRET\",\"token_type\":\"DPoP\"}",
                "{\"access_token\":[\"access-SECRET\"],\"token_type\":\"Bearer\"}",
                "{\"access_token\":\"access-SECRET\",\"token_type\":\"Bearer\",\"expires_in\":\"soon\"}",
                "access-SECRET",
                "{\"access_token\":\"access-SECRET\""
            })
    void an_answer_that_is_not_understood_is_not_repeated(String body) throws Exception {
        try (LogCapture log = new LogCapture();
                OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            lab.issuer.place.on("/token", seen -> new Answer(200, Map.of("Content-Type", "application/json"), body));
            assertThatThrownBy(() -> OAuthTestEnvironment.visit(lab.oauth().build()))
                    .isInstanceOf(AuthorizationException.class)
                    .satisfies(problem -> assertThat(all(problem)).doesNotContain("SECRET"));
            assertThat(log.capturedText()).doesNotContain("SECRET");
        }
    }

    @Test
    void unreadable_entries_of_a_store_are_removed() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            TokenStore store = TokenStore.inMemory();
            store.put("tokens " + lab.server.url(), "{\"access_token\":\"SECRET\"}");
            OAuthTestEnvironment.visit(lab.oauth().tokenStore(store).build());
            assertThat(lab.pages).hasSize(1);
        }
    }

    @Test
    void denied_consent_stops_the_login() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            lab.server.challengedScope = "a";
            assertThatThrownBy(() -> OAuthTestEnvironment.visit(lab.oauth()
                            .consentPolicy(plan -> {
                                assertThat(plan.issuer()).isEqualTo(lab.issuer.issuer());
                                assertThat(plan.scopes()).containsExactly("a");
                                return false;
                            })
                            .build()))
                    .isInstanceOf(AuthorizationException.class)
                    .hasMessageContaining("denied the login");
            assertThat(lab.pages).isEmpty();
        }
    }

    @Test
    void a_page_that_cannot_be_shown_is_no_login() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            assertThatThrownBy(() -> OAuthTestEnvironment.visit(
                            lab.oauth().browser(page -> false).build()))
                    .isInstanceOf(AuthorizationException.class)
                    .hasMessageContaining("could not be shown");
            StringBuilder told = new StringBuilder();
            Browser both = Browser.manual(told::append);
            Browser failing = page -> false;
            assertThat(failing.withFallback(both).open(URI.create("https://a.example/b")))
                    .isTrue();
            assertThat(told).hasToString("To log in, open this page: https://a.example/b");
        }
    }
}
