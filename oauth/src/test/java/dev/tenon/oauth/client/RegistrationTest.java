package dev.tenon.oauth.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.coverage.Covers;
import dev.tenon.json.Json;
import dev.tenon.oauth.client.StubHttpServer.StubResponse;
import java.net.URI;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The registration of clients, which is only used with the authorization server that made it. */
class RegistrationTest {
    private static final URI DOCUMENT = URI.create("https://app.example/client.json");

    @Test
    @Covers({
        "2026-07-28/auth-client/obtain-client-id",
        "2026-07-28/auth-client/dcr-application-type",
        "2026-07-28/auth-client/dcr-application-type-value",
        "2026-07-28/auth-client/refresh-grant-type",
        "core/auth-client/redirect-registered",
        "core/auth-server/redirect-uri-scheme"
    })
    void a_client_registers_as_a_native_application() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            OAuthTestEnvironment.callToolOnce(
                    environment.newClientBuilder().clientName("My App").build());
            Json registration = environment
                    .issuer
                    .httpServer
                    .requestsFor("/register")
                    .get(0)
                    .json();
            assertThat(registration.get("application_type")).hasToString("\"native\"");
            assertThat(registration.get("client_name")).hasToString("\"My App\"");
            assertThat(registration.get("grant_types").elements())
                    .containsExactlyInAnyOrder(Json.of("authorization_code"), Json.of("refresh_token"));
            assertThat(registration.get("token_endpoint_auth_method")).hasToString("\"none\"");
            Map<String, String> authorization =
                    environment.issuer.authorizationRequests().get(0);
            assertThat(registration.get("redirect_uris").elements())
                    .containsExactly(Json.of(authorization.get("redirect_uri")));
            assertThat(authorization.get("redirect_uri")).matches("http://127\\.0\\.0\\.1:[0-9]+/callback");
            assertThat(authorization).containsEntry("client_id", "client-1");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"invalid_redirect_uri", "invalid_client_metadata"})
    @Covers({"2026-07-28/auth-client/dcr-handle-redirect-failure", "2026-07-28/auth-client/dcr-failure-surfaced"})
    void a_rejected_registration_is_reported_with_advice(String code) throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            environment.issuer.httpServer.setHandler("/register", request -> TestIssuer.createError(code));
            assertThatThrownBy(() -> OAuthTestEnvironment.callToolOnce(
                            environment.newClientBuilder().build()))
                    .isInstanceOf(AuthorizationException.class)
                    .hasMessageContaining("rejects the registration of this client: " + code)
                    .hasMessageContaining("No, because of " + code)
                    .hasMessageContaining("configure its client ID");
            assertThat(environment.openedPages).isEmpty();
        }
    }

    @Test
    @Covers("2026-07-28/auth-client/dcr-failure-surfaced")
    void missing_or_invalid_registration_is_reported() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            environment.issuer.httpServer.setHandler(
                    "/register", request -> new StubResponse(500, Map.of("Content-Type", "text/html"), "<b>no</b>"));
            assertThatThrownBy(() -> OAuthTestEnvironment.callToolOnce(
                            environment.newClientBuilder().build()))
                    .isInstanceOf(AuthorizationException.class);
            environment.issuer.metadata.remove("registration_endpoint");
            assertThatThrownBy(() -> OAuthTestEnvironment.callToolOnce(
                            environment.newClientBuilder().build()))
                    .isInstanceOf(AuthorizationException.class)
                    .hasMessageContaining("does not support dynamic registration");
        }
    }

    @Test
    @Covers({
        "core/auth-client/cimd-support",
        "core/auth-client/registration-priority",
        "core/auth-client/cimd-host-https"
    })
    void a_configured_client_precedes_a_metadata_document_and_a_registration() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            environment.issuer.metadata.put("client_id_metadata_document_supported", true);
            OAuthTestEnvironment.callToolOnce(environment
                    .newClientBuilder()
                    .clientMetadataDocument(DOCUMENT)
                    .build());
            OAuthTestEnvironment.callToolOnce(environment
                    .newClientBuilder()
                    .clientMetadataDocument(DOCUMENT)
                    .client(PreregisteredClient.of("mine"))
                    .build());
            assertThat(environment.issuer.httpServer.requestsFor("/register")).isEmpty();
            environment.issuer.metadata.remove("client_id_metadata_document_supported");
            OAuthTestEnvironment.callToolOnce(environment
                    .newClientBuilder()
                    .clientMetadataDocument(DOCUMENT)
                    .build());
            assertThat(environment.issuer.httpServer.requestsFor("/register")).hasSize(1);
            assertThat(environment.issuer.authorizationRequests().stream().map(request -> request.get("client_id")))
                    .startsWith(DOCUMENT.toString(), "mine")
                    .hasSize(3);
        }
    }

    @Test
    @Covers("core/auth-client/cimd-fields")
    void the_metadata_document_describes_the_client() {
        Json document = ClientMetadataDocument.of(DOCUMENT, "My App").toJson();
        assertThat(document.get("client_id")).isEqualTo(Json.of(DOCUMENT.toString()));
        assertThat(document.get("client_name")).isEqualTo(Json.of("My App"));
        assertThat(document.get("redirect_uris").elements()).containsExactly(Json.of("http://127.0.0.1/callback"));
        assertThat(document.get("grant_types").elements()).contains(Json.of("refresh_token"));
        assertThatThrownBy(() -> ClientMetadataDocument.of(DOCUMENT, " ")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ClientMetadataDocument.of(URI.create("http://a.example/b"), "a"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://app.example/client.json",
                "https://app.example",
                "https://app.example/",
                "https://app.example/a/../client.json",
                "https://app.example/client.json#a",
                "https://me@app.example/client.json"
            })
    @Covers("core/auth-client/cimd-host-https")
    void a_document_has_an_https_address_with_a_path(String address) {
        assertThatThrownBy(() ->
                        OAuthClient.builder("https://example.com/mcp").clientMetadataDocument(URI.create(address)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @Covers({"2026-07-28/auth-client/credentials-keyed-by-issuer", "2026-07-28/auth-client/per-as-state"})
    void a_registration_is_reused_with_its_redirect_uri_at_its_authorization_server_only() throws Exception {
        TokenStore store = TokenStore.inMemory();
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment();
                OAuthTestEnvironment other = new OAuthTestEnvironment()) {
            OAuthTestEnvironment.callToolOnce(
                    environment.newClientBuilder().tokenStore(store).build());
            store.remove("tokens " + environment.server.url());
            OAuthTestEnvironment.callToolOnce(
                    environment.newClientBuilder().tokenStore(store).build());
            assertThat(environment.issuer.httpServer.requestsFor("/register")).hasSize(1);
            assertThat(environment.issuer.authorizationRequests().stream()
                            .map(request -> request.get("redirect_uri"))
                            .distinct())
                    .hasSize(1);
            other.issuer.counter.set(100);
            OAuthTestEnvironment.callToolOnce(
                    other.newClientBuilder().tokenStore(store).build());
            assertThat(other.issuer.httpServer.requestsFor("/register")).hasSize(1);
            assertThat(other.issuer.authorizationRequests().get(0)).containsEntry("client_id", "client-101");
        }
    }

    @Test
    @Covers({
        "2026-07-28/auth-client/no-credential-reuse",
        "2026-07-28/auth-client/per-as-state",
        "core/auth-client/only-own-as-tokens"
    })
    void a_new_authorization_server_gets_no_credentials_of_the_old_one() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment();
                TestIssuer newIssuer = new TestIssuer()) {
            environment.issuer.clientSecret = "SECRET";
            environment.issuer.metadata.put("token_endpoint_auth_methods_supported", List.of("client_secret_post"));
            newIssuer.counter.set(100);
            OAuthClient oauth = environment.newClientBuilder().build();
            OAuthTestEnvironment.callToolOnce(oauth);
            environment.server.issuer = newIssuer;
            environment.server.metadata.put("authorization_servers", List.of(newIssuer.issuer()));
            OAuthTestEnvironment.callToolOnce(oauth);
            assertThat(newIssuer.httpServer.requestsFor("/register")).hasSize(1);
            assertThat(newIssuer.authorizationRequests().get(0)).containsEntry("client_id", "client-101");
            assertThat(newIssuer.tokenRequests()).hasSize(1).allSatisfy(request -> assertThat(request.toString())
                    .doesNotContain("SECRET")
                    .doesNotContain("refresh_token")
                    .doesNotContain("client-1,"));
            assertThat(oauth.currentLogin().orElseThrow().issuer()).isEqualTo(newIssuer.issuer());
            assertThat(environment.issuer.tokenRequests()).hasSize(1);
        }
    }

    @Test
    @Covers({"2026-07-28/auth-client/preregistered-mismatch", "2026-07-28/auth-client/no-credential-reuse"})
    void configured_credentials_are_not_sent_to_a_different_authorization_server() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment();
                TestIssuer newIssuer = new TestIssuer()) {
            PreregisteredClient client = PreregisteredClient.of("mine").withSecret("SECRET");
            environment.issuer.metadata.put("token_endpoint_auth_methods_supported", List.of("client_secret_basic"));
            OAuthClient oauth = environment.newClientBuilder().client(client).build();
            OAuthTestEnvironment.callToolOnce(oauth);
            environment.server.issuer = newIssuer;
            environment.server.metadata.put("authorization_servers", List.of(newIssuer.issuer()));
            assertThatThrownBy(() -> OAuthTestEnvironment.callToolOnce(oauth))
                    .isInstanceOf(AuthorizationException.class)
                    .hasMessageContaining("is registered at " + environment.issuer.issuer());
            OAuthClient otherOAuth = environment
                    .newClientBuilder()
                    .client(client.withIssuer("https://as.example"))
                    .build();
            assertThatThrownBy(() -> OAuthTestEnvironment.callToolOnce(otherOAuth))
                    .isInstanceOf(AuthorizationException.class)
                    .hasMessageContaining("is registered with https://as.example");
            assertThat(newIssuer.authorizationRequests()).isEmpty();
            assertThat(newIssuer.tokenRequests()).isEmpty();
        }
    }

    @Test
    @Covers("core/auth-client/preregistration")
    void a_secret_is_sent_by_a_supported_method() throws Exception {
        PreregisteredClient client = PreregisteredClient.of("mine").withSecret("s p%");
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            environment.issuer.metadata.put("token_endpoint_auth_methods_supported", List.of("client_secret_basic"));
            OAuthTestEnvironment.callToolOnce(
                    environment.newClientBuilder().client(client).build());
            String header =
                    environment.issuer.httpServer.requestsFor("/token").get(0).header("Authorization");
            assertThat(new String(Base64.getDecoder().decode(header.substring("Basic ".length()))))
                    .isEqualTo("mine:s+p%25");
            assertThat(environment.issuer.tokenRequests().get(0)).doesNotContainKey("client_secret");
        }
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            environment.issuer.metadata.put("token_endpoint_auth_methods_supported", List.of("client_secret_post"));
            OAuthTestEnvironment.callToolOnce(
                    environment.newClientBuilder().client(client).build());
            assertThat(environment.issuer.tokenRequests().get(0)).containsEntry("client_secret", "s p%");
            assertThat(environment
                            .issuer
                            .httpServer
                            .requestsFor("/token")
                            .get(0)
                            .header("Authorization"))
                    .isNull();
        }
    }

    @Test
    void a_client_with_an_expired_secret_registers_again() throws Exception {
        TokenStore store = TokenStore.inMemory();
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            environment.issuer.httpServer.setHandler(
                    "/register",
                    request -> StubResponse.ofJson(
                            201,
                            Map.of(
                                    "client_id",
                                    "client-" + environment.issuer.counter.incrementAndGet(),
                                    "client_secret",
                                    "SECRET",
                                    "client_secret_expires_at",
                                    Instant.now().getEpochSecond() + 1,
                                    "token_endpoint_auth_method",
                                    "client_secret_post")));
            environment.issuer.issuesRefreshTokens = false;
            OAuthTestEnvironment.callToolOnce(
                    environment.newClientBuilder().tokenStore(store).build());
            environment.issuer.accessTokens.clear();
            Thread.sleep(2000);
            OAuthTestEnvironment.callToolOnce(
                    environment.newClientBuilder().tokenStore(store).build());
            assertThat(environment.issuer.httpServer.requestsFor("/register")).hasSize(2);
        }
    }

    @Test
    void a_client_that_became_unknown_registers_again_at_the_next_login() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            OAuthClient oauth = environment.newClientBuilder().build();
            environment.issuer.httpServer.setHandler("/token", request -> TestIssuer.createError("invalid_client"));
            assertThatThrownBy(() -> OAuthTestEnvironment.callToolOnce(oauth)).hasMessageContaining("invalid_client");
            assertThatThrownBy(() -> OAuthTestEnvironment.callToolOnce(oauth)).hasMessageContaining("invalid_client");
            assertThat(environment.issuer.httpServer.requestsFor("/register")).hasSize(2);
        }
    }
}
