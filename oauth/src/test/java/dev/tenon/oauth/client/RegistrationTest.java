package dev.tenon.oauth.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.coverage.Covers;
import dev.tenon.json.Json;
import dev.tenon.oauth.client.StubHttpServer.Answer;
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
    void a_client_registers_itself_as_what_it_is() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            OAuthTestEnvironment.visit(lab.oauth().clientName("My App").build());
            Json asked = lab.issuer.place.seen("/register").get(0).json();
            assertThat(asked.get("application_type")).hasToString("\"native\"");
            assertThat(asked.get("client_name")).hasToString("\"My App\"");
            assertThat(asked.get("grant_types").elements())
                    .containsExactlyInAnyOrder(Json.of("authorization_code"), Json.of("refresh_token"));
            assertThat(asked.get("token_endpoint_auth_method")).hasToString("\"none\"");
            Map<String, String> authorization = lab.issuer.authorizations().get(0);
            assertThat(asked.get("redirect_uris").elements())
                    .containsExactly(Json.of(authorization.get("redirect_uri")));
            assertThat(authorization.get("redirect_uri")).matches("http://127\\.0\\.0\\.1:[0-9]+/callback");
            assertThat(authorization).containsEntry("client_id", "client-1");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"invalid_redirect_uri", "invalid_client_metadata"})
    @Covers({"2026-07-28/auth-client/dcr-handle-redirect-failure", "2026-07-28/auth-client/dcr-failure-surfaced"})
    void a_rejected_registration_is_reported_with_advice(String code) throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            lab.issuer.place.on("/register", seen -> TestIssuer.error(code));
            assertThatThrownBy(() -> OAuthTestEnvironment.visit(lab.oauth().build()))
                    .isInstanceOf(AuthorizationException.class)
                    .hasMessageContaining("rejects the registration of this client: " + code)
                    .hasMessageContaining("No, because of " + code)
                    .hasMessageContaining("configure its client ID");
            assertThat(lab.pages).isEmpty();
        }
    }

    @Test
    @Covers("2026-07-28/auth-client/dcr-failure-surfaced")
    void missing_or_invalid_registration_is_reported() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            lab.issuer.place.on("/register", seen -> new Answer(500, Map.of("Content-Type", "text/html"), "<b>no</b>"));
            assertThatThrownBy(() -> OAuthTestEnvironment.visit(lab.oauth().build()))
                    .isInstanceOf(AuthorizationException.class);
            lab.issuer.metadata.remove("registration_endpoint");
            assertThatThrownBy(() -> OAuthTestEnvironment.visit(lab.oauth().build()))
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
    void the_order_is_configured_then_document_then_by_itself() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            lab.issuer.metadata.put("client_id_metadata_document_supported", true);
            OAuthTestEnvironment.visit(
                    lab.oauth().clientMetadataDocument(DOCUMENT).build());
            OAuthTestEnvironment.visit(lab.oauth()
                    .clientMetadataDocument(DOCUMENT)
                    .client(PreregisteredClient.of("mine"))
                    .build());
            assertThat(lab.issuer.place.seen("/register")).isEmpty();
            lab.issuer.metadata.remove("client_id_metadata_document_supported");
            OAuthTestEnvironment.visit(
                    lab.oauth().clientMetadataDocument(DOCUMENT).build());
            assertThat(lab.issuer.place.seen("/register")).hasSize(1);
            assertThat(lab.issuer.authorizations().stream().map(asked -> asked.get("client_id")))
                    .startsWith(DOCUMENT.toString(), "mine")
                    .hasSize(3);
        }
    }

    @Test
    @Covers("core/auth-client/cimd-fields")
    void the_document_says_what_the_client_does() {
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
    void a_registration_is_used_again_with_its_redirect_and_only_at_its_authorization_server() throws Exception {
        TokenStore store = TokenStore.inMemory();
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment();
                OAuthTestEnvironment other = new OAuthTestEnvironment()) {
            OAuthTestEnvironment.visit(lab.oauth().tokenStore(store).build());
            store.remove("tokens " + lab.server.url());
            OAuthTestEnvironment.visit(lab.oauth().tokenStore(store).build());
            assertThat(lab.issuer.place.seen("/register")).hasSize(1);
            assertThat(lab.issuer.authorizations().stream()
                            .map(asked -> asked.get("redirect_uri"))
                            .distinct())
                    .hasSize(1);
            other.issuer.counter.set(100);
            OAuthTestEnvironment.visit(other.oauth().tokenStore(store).build());
            assertThat(other.issuer.place.seen("/register")).hasSize(1);
            assertThat(other.issuer.authorizations().get(0)).containsEntry("client_id", "client-101");
        }
    }

    @Test
    @Covers({
        "2026-07-28/auth-client/no-credential-reuse",
        "2026-07-28/auth-client/per-as-state",
        "core/auth-client/only-own-as-tokens"
    })
    void a_change_of_authorization_server_is_noticed_and_nothing_is_taken_along() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment();
                TestIssuer next = new TestIssuer()) {
            lab.issuer.secret = "SECRET";
            lab.issuer.metadata.put("token_endpoint_auth_methods_supported", List.of("client_secret_post"));
            next.counter.set(100);
            OAuthClient oauth = lab.oauth().build();
            OAuthTestEnvironment.visit(oauth);
            lab.server.issuer = next;
            lab.server.metadata.put("authorization_servers", List.of(next.issuer()));
            OAuthTestEnvironment.visit(oauth);
            assertThat(next.place.seen("/register")).hasSize(1);
            assertThat(next.authorizations().get(0)).containsEntry("client_id", "client-101");
            assertThat(next.tokenRequests()).hasSize(1).allSatisfy(asked -> assertThat(asked.toString())
                    .doesNotContain("SECRET")
                    .doesNotContain("refresh_token")
                    .doesNotContain("client-1,"));
            assertThat(oauth.currentLogin().orElseThrow().issuer()).isEqualTo(next.issuer());
            assertThat(lab.issuer.tokenRequests()).hasSize(1);
        }
    }

    @Test
    @Covers({"2026-07-28/auth-client/preregistered-mismatch", "2026-07-28/auth-client/no-credential-reuse"})
    void configured_credentials_are_not_tried_at_another_authorization_server() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment();
                TestIssuer next = new TestIssuer()) {
            PreregisteredClient client = PreregisteredClient.of("mine").withSecret("SECRET");
            lab.issuer.metadata.put("token_endpoint_auth_methods_supported", List.of("client_secret_basic"));
            OAuthClient oauth = lab.oauth().client(client).build();
            OAuthTestEnvironment.visit(oauth);
            lab.server.issuer = next;
            lab.server.metadata.put("authorization_servers", List.of(next.issuer()));
            assertThatThrownBy(() -> OAuthTestEnvironment.visit(oauth))
                    .isInstanceOf(AuthorizationException.class)
                    .hasMessageContaining("is registered at " + lab.issuer.issuer());
            OAuthClient named =
                    lab.oauth().client(client.withIssuer("https://as.example")).build();
            assertThatThrownBy(() -> OAuthTestEnvironment.visit(named))
                    .isInstanceOf(AuthorizationException.class)
                    .hasMessageContaining("is registered with https://as.example");
            assertThat(next.authorizations()).isEmpty();
            assertThat(next.tokenRequests()).isEmpty();
        }
    }

    @Test
    @Covers("core/auth-client/preregistration")
    void a_secret_is_sent_by_a_supported_method() throws Exception {
        PreregisteredClient client = PreregisteredClient.of("mine").withSecret("s p%");
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            lab.issuer.metadata.put("token_endpoint_auth_methods_supported", List.of("client_secret_basic"));
            OAuthTestEnvironment.visit(lab.oauth().client(client).build());
            String header = lab.issuer.place.seen("/token").get(0).header("Authorization");
            assertThat(new String(Base64.getDecoder().decode(header.substring("Basic ".length()))))
                    .isEqualTo("mine:s+p%25");
            assertThat(lab.issuer.tokenRequests().get(0)).doesNotContainKey("client_secret");
        }
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            lab.issuer.metadata.put("token_endpoint_auth_methods_supported", List.of("client_secret_post"));
            OAuthTestEnvironment.visit(lab.oauth().client(client).build());
            assertThat(lab.issuer.tokenRequests().get(0)).containsEntry("client_secret", "s p%");
            assertThat(lab.issuer.place.seen("/token").get(0).header("Authorization"))
                    .isNull();
        }
    }

    @Test
    void a_secret_that_has_expired_is_registered_anew() throws Exception {
        TokenStore store = TokenStore.inMemory();
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            lab.issuer.place.on(
                    "/register",
                    seen -> Answer.json(
                            201,
                            Map.of(
                                    "client_id",
                                    "client-" + lab.issuer.counter.incrementAndGet(),
                                    "client_secret",
                                    "SECRET",
                                    "client_secret_expires_at",
                                    Instant.now().getEpochSecond() + 1,
                                    "token_endpoint_auth_method",
                                    "client_secret_post")));
            lab.issuer.givesRefresh = false;
            OAuthTestEnvironment.visit(lab.oauth().tokenStore(store).build());
            lab.issuer.good.clear();
            Thread.sleep(2000);
            OAuthTestEnvironment.visit(lab.oauth().tokenStore(store).build());
            assertThat(lab.issuer.place.seen("/register")).hasSize(2);
        }
    }

    @Test
    void a_client_that_the_authorization_server_has_forgotten_is_registered_anew_next_time() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            OAuthClient oauth = lab.oauth().build();
            lab.issuer.place.on("/token", seen -> TestIssuer.error("invalid_client"));
            assertThatThrownBy(() -> OAuthTestEnvironment.visit(oauth)).hasMessageContaining("invalid_client");
            assertThatThrownBy(() -> OAuthTestEnvironment.visit(oauth)).hasMessageContaining("invalid_client");
            assertThat(lab.issuer.place.seen("/register")).hasSize(2);
        }
    }
}
