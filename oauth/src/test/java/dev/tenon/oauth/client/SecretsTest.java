package dev.tenon.oauth.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.endpoint.CredentialsProvider.UnauthorizedResponse;
import dev.tenon.coverage.Covers;
import dev.tenon.coverage.support.LogCapture;
import dev.tenon.oauth.client.StubHttpServer.StubResponse;
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
    private static String formatStackTrace(Throwable problem) {
        StringWriter text = new StringWriter();
        problem.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    @Test
    @Covers("2026-07-28/auth-client/refresh-confidential")
    void no_printable_object_contains_a_token() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            PreregisteredClient client = PreregisteredClient.of("mine").withSecret("SECRET-1");
            environment.issuer.metadata.put("token_endpoint_auth_methods_supported", List.of("client_secret_basic"));
            OAuthClientBuilder builder = environment.newClientBuilder().client(client);
            OAuthClient oauth = builder.build();
            oauth.login();
            UnauthorizedResponse unauthorized = new UnauthorizedResponse(
                    401,
                    URI.create(environment.server.url()),
                    Map.of("authorization", List.of("Bearer access-2")),
                    List.of(),
                    Map.of());
            assertThat(List.of(oauth, client, oauth.target(), oauth.currentLogin(), unauthorized, builder)
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
    void an_invalid_response_is_not_repeated_in_errors_and_logs(String body) throws Exception {
        try (LogCapture log = new LogCapture();
                OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            environment.issuer.httpServer.setHandler(
                    "/token", request -> new StubResponse(200, Map.of("Content-Type", "application/json"), body));
            assertThatThrownBy(() -> OAuthTestEnvironment.callToolOnce(
                            environment.newClientBuilder().build()))
                    .isInstanceOf(AuthorizationException.class)
                    .satisfies(problem -> assertThat(formatStackTrace(problem)).doesNotContain("SECRET"));
            assertThat(log.capturedText()).doesNotContain("SECRET");
        }
    }

    @Test
    void unreadable_entries_of_a_store_are_removed() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            TokenStore store = TokenStore.inMemory();
            store.put("tokens " + environment.server.url(), "{\"access_token\":\"SECRET\"}");
            OAuthTestEnvironment.callToolOnce(
                    environment.newClientBuilder().tokenStore(store).build());
            assertThat(environment.openedPages).hasSize(1);
        }
    }

    @Test
    void denied_consent_stops_the_login() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            environment.server.challengedScope = "a";
            assertThatThrownBy(() -> OAuthTestEnvironment.callToolOnce(environment
                            .newClientBuilder()
                            .consentPolicy(plan -> {
                                assertThat(plan.issuer()).isEqualTo(environment.issuer.issuer());
                                assertThat(plan.scopes()).containsExactly("a");
                                return false;
                            })
                            .build()))
                    .isInstanceOf(AuthorizationException.class)
                    .hasMessageContaining("denied the login");
            assertThat(environment.openedPages).isEmpty();
        }
    }

    @Test
    void a_page_that_cannot_be_shown_fails_the_login() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            assertThatThrownBy(() -> OAuthTestEnvironment.callToolOnce(environment
                            .newClientBuilder()
                            .browser(page -> false)
                            .build()))
                    .isInstanceOf(AuthorizationException.class)
                    .hasMessageContaining("could not be shown");
            StringBuilder output = new StringBuilder();
            Browser manual = Browser.manual(output::append);
            Browser failing = page -> false;
            assertThat(failing.withFallback(manual).open(URI.create("https://a.example/b")))
                    .isTrue();
            assertThat(output).hasToString("To log in, open this page: https://a.example/b");
        }
    }
}
