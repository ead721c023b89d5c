package dev.tenon.oauth.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.oauth2.sdk.auth.PrivateKeyJWT;
import com.nimbusds.oauth2.sdk.dpop.DefaultDPoPProofFactory;
import com.nimbusds.oauth2.sdk.id.ClientID;
import dev.tenon.oauth.spring.RawClient.Answer;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Verifies the behaviour of the authorization server on which the tests rely. */
class SpringAuthorizationServerTest {
    private static final String RESOURCE = "https://mcp.example.com/mcp";
    private static SpringAuthorizationServer server;
    private static RawClient raw;

    @BeforeAll
    static void start() throws Exception {
        server = SpringAuthorizationServer.http();
        raw = new RawClient(server.issuer(), null);
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    @Test
    void it_publishes_both_kinds_of_metadata() throws Exception {
        for (String place : List.of("oauth-authorization-server", "openid-configuration")) {
            Map<String, Object> metadata = raw.get("/.well-known/" + place).json();
            assertThat(metadata)
                    .containsEntry("issuer", server.issuer())
                    .containsEntry("token_endpoint", server.issuer() + "/oauth2/token")
                    .containsEntry("code_challenge_methods_supported", List.of("S256"))
                    .containsEntry("authorization_response_iss_parameter_supported", true)
                    .containsKeys("jwks_uri", "introspection_endpoint", "revocation_endpoint");
        }
        assertThat(raw.get("/.well-known/oauth-authorization-server").json()).containsKey("registration_endpoint");
    }

    @Test
    void a_person_logs_in_and_the_token_is_for_the_resource() throws Exception {
        Answer tokens = raw.logIn("alice", Clients.PUBLIC, "files:read", RESOURCE);
        assertThat(tokens.status()).isEqualTo(200);
        assertThat(RawClient.claims(tokens.text("access_token")))
                .containsEntry("iss", server.issuer())
                .containsEntry("sub", "alice")
                .containsEntry("aud", RESOURCE)
                .containsEntry("scope", List.of("files:read"));
    }

    @Test
    void a_person_logs_in_over_tls(@TempDir Path folder) throws Exception {
        Certificates certificates = new Certificates(folder);
        try (SpringAuthorizationServer secure = SpringAuthorizationServer.https(certificates)) {
            RawClient secured = new RawClient(secure.issuer(), certificates.trust());
            assertThat(secure.issuer()).startsWith("https://");
            assertThat(secured.logIn("bob", Clients.CONFIDENTIAL, "files:read", RESOURCE)
                            .status())
                    .isEqualTo(200);
        }
    }

    @Test
    void a_login_without_pkce_is_rejected() throws Exception {
        Map<String, String> back =
                raw.authorize("alice", RawClient.authorization(Clients.CONFIDENTIAL, "files:read", RESOURCE));
        assertThat(back)
                .containsEntry("error", "invalid_request")
                .containsEntry("state", "a state+with/signs")
                .containsEntry("iss", server.issuer())
                .doesNotContainKey("code");
    }

    @Test
    void a_token_to_refresh_with_is_used_once() throws Exception {
        Answer first = raw.logIn("alice", Clients.CONFIDENTIAL, "files:read", RESOURCE);
        Answer second = refresh(first.text("refresh_token"));
        assertThat(second.status()).isEqualTo(200);
        assertThat(second.text("refresh_token")).isNotEqualTo(first.text("refresh_token"));
        assertThat(RawClient.claims(second.text("access_token"))).containsEntry("aud", RESOURCE);
        assertThat(refresh(first.text("refresh_token")).text("error")).isEqualTo("invalid_grant");
    }

    private static Answer refresh(String token) throws Exception {
        return raw.form(
                "/oauth2/token",
                Clients.CONFIDENTIAL,
                Map.of("grant_type", "refresh_token", "refresh_token", token, "resource", RESOURCE));
    }

    @Test
    void another_resource_than_the_person_agreed_to_is_refused() throws Exception {
        Answer first = raw.logIn("alice", Clients.CONFIDENTIAL, "files:read", RESOURCE);
        Answer other = raw.form(
                "/oauth2/token",
                Clients.CONFIDENTIAL,
                Map.of(
                        "grant_type", "refresh_token",
                        "refresh_token", first.text("refresh_token"),
                        "resource", "https://other.example.com/mcp"));
        assertThat(other.text("error")).isEqualTo("invalid_target");
    }

    @Test
    void a_program_gets_a_token_by_its_secret_or_its_key() throws Exception {
        Map<String, String> asked =
                Map.of("grant_type", "client_credentials", "scope", "files:read", "resource", RESOURCE);
        Answer bySecret = raw.form("/oauth2/token", Clients.SERVICE, asked);
        assertThat(RawClient.claims(bySecret.text("access_token")))
                .containsEntry("sub", Clients.SERVICE)
                .containsEntry("aud", RESOURCE);

        PrivateKeyJWT assertion = new PrivateKeyJWT(
                new ClientID(Clients.KEYED),
                URI.create(server.issuer() + "/oauth2/token"),
                JWSAlgorithm.ES256,
                server.privateKey().toECPrivateKey(),
                server.privateKey().getKeyID(),
                null);
        Map<String, String> signed = new HashMap<>(asked);
        signed.put("client_id", Clients.KEYED); // RFC 7521 lets it be left out, Spring does not
        assertion.toParameters().forEach((name, values) -> signed.put(name, values.get(0)));
        assertThat(raw.form("/oauth2/token", null, signed).status()).isEqualTo(200);
        assertThat(raw.form("/oauth2/token", null, asked).status()).isEqualTo(401);
    }

    @Test
    void a_token_is_exchanged_for_one_for_another_resource() throws Exception {
        Answer first = raw.logIn("alice", Clients.CONFIDENTIAL, "files:read", RESOURCE);
        Answer exchanged = raw.form(
                "/oauth2/token",
                Clients.SERVICE,
                Map.of(
                        "grant_type", "urn:ietf:params:oauth:grant-type:token-exchange",
                        "subject_token", first.text("access_token"),
                        "subject_token_type", "urn:ietf:params:oauth:token-type:access_token",
                        "resource", "https://behind.example.com/"));
        assertThat(RawClient.claims(exchanged.text("access_token")))
                .containsEntry("sub", "alice")
                .containsEntry("aud", "https://behind.example.com/");
    }

    @Test
    void introspection_knows_opaque_tokens_until_they_are_revoked() throws Exception {
        String token = raw.logIn("bob", Clients.OPAQUE, "files:read", RESOURCE).text("access_token");
        assertThat(token).doesNotContain(".");
        assertThat(introspect(token).json())
                .containsEntry("active", true)
                .containsEntry("sub", "bob")
                .containsEntry("aud", List.of(RESOURCE))
                .containsEntry("scope", "files:read");
        assertThat(raw.form("/oauth2/revoke", Clients.OPAQUE, Map.of("token", token))
                        .status())
                .isEqualTo(200);
        assertThat(introspect(token).json()).containsEntry("active", false);
    }

    private static Answer introspect(String token) throws Exception {
        return raw.form("/oauth2/introspect", Clients.RESOURCE_SERVER, Map.of("token", token));
    }

    @Test
    void a_proof_binds_a_token_to_a_key() throws Exception {
        ECKey key = new ECKeyGenerator(Curve.P_256).generate();
        String proof = new DefaultDPoPProofFactory(key, JWSAlgorithm.ES256)
                .createDPoPJWT("POST", URI.create(server.issuer() + "/oauth2/token"))
                .serialize();
        Answer bound = raw.form(
                "/oauth2/token",
                Clients.SERVICE,
                Map.of("grant_type", "client_credentials", "scope", "files:read"),
                "DPoP",
                proof);
        assertThat(bound.json()).containsEntry("token_type", "DPoP");
        assertThat(RawClient.claims(bound.text("access_token")))
                .containsEntry("cnf", Map.of("jkt", key.computeThumbprint().toString()));
    }

    @Test
    void a_client_that_registers_can_be_used_after_the_person_agreed() throws Exception {
        Answer registered = raw.post("/oauth2/register", "application/json", """
                {"client_name": "A client", "redirect_uris": ["http://127.0.0.1/callback"],
                 "grant_types": ["authorization_code"], "token_endpoint_auth_method": "none"}""");
        assertThat(registered.status()).isEqualTo(201);
        Map<String, String> request = RawClient.authorization(registered.text("client_id"), "files:read", RESOURCE);
        request.put("code_challenge", "a".repeat(43));
        request.put("code_challenge_method", "S256");
        assertThat(raw.authorize("alice", request)).containsKey("code");
    }

    @Test
    void after_a_rotation_the_old_key_is_still_published_until_it_is_forgotten() throws Exception {
        String old = server.keys().current();
        server.keys().rotate();
        assertThat(published()).contains(old, server.keys().current());
        server.keys().forgetOld();
        assertThat(published()).doesNotContain(old).contains(server.keys().current());
    }

    private static String published() throws Exception {
        return raw.get("/oauth2/jwks").json().toString();
    }
}
