package dev.tenon.oauth.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.oauth2.sdk.auth.PrivateKeyJWT;
import com.nimbusds.oauth2.sdk.dpop.DefaultDPoPProofFactory;
import com.nimbusds.oauth2.sdk.id.ClientID;
import dev.tenon.oauth.spring.AuthorizationServerClient.OAuthResponse;
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
    private static AuthorizationServerClient client;

    @BeforeAll
    static void start() throws Exception {
        server = SpringAuthorizationServer.http();
        client = new AuthorizationServerClient(server.issuer(), null);
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    @Test
    void it_publishes_both_kinds_of_metadata() throws Exception {
        for (String document : List.of("oauth-authorization-server", "openid-configuration")) {
            Map<String, Object> metadata =
                    client.get("/.well-known/" + document).json();
            assertThat(metadata)
                    .containsEntry("issuer", server.issuer())
                    .containsEntry("token_endpoint", server.issuer() + "/oauth2/token")
                    .containsEntry("code_challenge_methods_supported", List.of("S256"))
                    .containsEntry("authorization_response_iss_parameter_supported", true)
                    .containsKeys("jwks_uri", "introspection_endpoint", "revocation_endpoint");
        }
        assertThat(client.get("/.well-known/oauth-authorization-server").json()).containsKey("registration_endpoint");
    }

    @Test
    void a_user_logs_in_and_the_token_is_for_the_resource() throws Exception {
        OAuthResponse tokens = client.logIn("alice", ClientRepository.PUBLIC, "files:read", RESOURCE);
        assertThat(tokens.status()).isEqualTo(200);
        assertThat(AuthorizationServerClient.parseClaims(tokens.text("access_token")))
                .containsEntry("iss", server.issuer())
                .containsEntry("sub", "alice")
                .containsEntry("aud", RESOURCE)
                .containsEntry("scope", List.of("files:read"));
    }

    @Test
    void a_user_logs_in_over_tls(@TempDir Path folder) throws Exception {
        SelfSignedCertificate certificate = new SelfSignedCertificate(folder);
        try (SpringAuthorizationServer secure = SpringAuthorizationServer.https(certificate)) {
            AuthorizationServerClient secureClient =
                    new AuthorizationServerClient(secure.issuer(), certificate.createTrustingContext());
            assertThat(secure.issuer()).startsWith("https://");
            assertThat(secureClient
                            .logIn("bob", ClientRepository.CONFIDENTIAL, "files:read", RESOURCE)
                            .status())
                    .isEqualTo(200);
        }
    }

    @Test
    void a_login_without_pkce_is_rejected() throws Exception {
        Map<String, String> redirectParameters = client.authorize(
                "alice",
                AuthorizationServerClient.createAuthorizationRequest(
                        ClientRepository.CONFIDENTIAL, "files:read", RESOURCE));
        assertThat(redirectParameters)
                .containsEntry("error", "invalid_request")
                .containsEntry("state", "a state+with/signs")
                .containsEntry("iss", server.issuer())
                .doesNotContainKey("code");
    }

    @Test
    void a_refresh_token_can_be_used_once() throws Exception {
        OAuthResponse first = client.logIn("alice", ClientRepository.CONFIDENTIAL, "files:read", RESOURCE);
        OAuthResponse second = refreshTokens(first.text("refresh_token"));
        assertThat(second.status()).isEqualTo(200);
        assertThat(second.text("refresh_token")).isNotEqualTo(first.text("refresh_token"));
        assertThat(AuthorizationServerClient.parseClaims(second.text("access_token")))
                .containsEntry("aud", RESOURCE);
        assertThat(refreshTokens(first.text("refresh_token")).text("error")).isEqualTo("invalid_grant");
    }

    private static OAuthResponse refreshTokens(String token) throws Exception {
        return client.postForm(
                "/oauth2/token",
                ClientRepository.CONFIDENTIAL,
                Map.of("grant_type", "refresh_token", "refresh_token", token, "resource", RESOURCE));
    }

    @Test
    void a_resource_without_consent_is_rejected() throws Exception {
        OAuthResponse first = client.logIn("alice", ClientRepository.CONFIDENTIAL, "files:read", RESOURCE);
        OAuthResponse other = client.postForm(
                "/oauth2/token",
                ClientRepository.CONFIDENTIAL,
                Map.of(
                        "grant_type", "refresh_token",
                        "refresh_token", first.text("refresh_token"),
                        "resource", "https://other.example.com/mcp"));
        assertThat(other.text("error")).isEqualTo("invalid_target");
    }

    @Test
    void a_client_gets_a_token_with_its_secret_or_its_key() throws Exception {
        Map<String, String> tokenRequest =
                Map.of("grant_type", "client_credentials", "scope", "files:read", "resource", RESOURCE);
        OAuthResponse withSecret = client.postForm("/oauth2/token", ClientRepository.SERVICE, tokenRequest);
        assertThat(AuthorizationServerClient.parseClaims(withSecret.text("access_token")))
                .containsEntry("sub", ClientRepository.SERVICE)
                .containsEntry("aud", RESOURCE);

        PrivateKeyJWT assertion = new PrivateKeyJWT(
                new ClientID(ClientRepository.SERVICE_WITH_KEY),
                URI.create(server.issuer() + "/oauth2/token"),
                JWSAlgorithm.ES256,
                server.privateKey().toECPrivateKey(),
                server.privateKey().getKeyID(),
                null);
        Map<String, String> requestWithAssertion = new HashMap<>(tokenRequest);
        requestWithAssertion.put(
                "client_id", ClientRepository.SERVICE_WITH_KEY); // RFC 7521 lets it be left out, Spring does not
        assertion.toParameters().forEach((name, values) -> requestWithAssertion.put(name, values.get(0)));
        assertThat(client.postForm("/oauth2/token", null, requestWithAssertion).status())
                .isEqualTo(200);
        assertThat(client.postForm("/oauth2/token", null, tokenRequest).status())
                .isEqualTo(401);
    }

    @Test
    void a_token_is_exchanged_for_one_for_another_resource() throws Exception {
        OAuthResponse first = client.logIn("alice", ClientRepository.CONFIDENTIAL, "files:read", RESOURCE);
        OAuthResponse exchanged = client.postForm(
                "/oauth2/token",
                ClientRepository.SERVICE,
                Map.of(
                        "grant_type", "urn:ietf:params:oauth:grant-type:token-exchange",
                        "subject_token", first.text("access_token"),
                        "subject_token_type", "urn:ietf:params:oauth:token-type:access_token",
                        "resource", "https://upstream.example.com/"));
        assertThat(AuthorizationServerClient.parseClaims(exchanged.text("access_token")))
                .containsEntry("sub", "alice")
                .containsEntry("aud", "https://upstream.example.com/");
    }

    @Test
    void introspection_reports_opaque_tokens_as_active_until_they_are_revoked() throws Exception {
        String token = client.logIn("bob", ClientRepository.OPAQUE, "files:read", RESOURCE)
                .text("access_token");
        assertThat(token).doesNotContain(".");
        assertThat(introspect(token).json())
                .containsEntry("active", true)
                .containsEntry("sub", "bob")
                .containsEntry("aud", List.of(RESOURCE))
                .containsEntry("scope", "files:read");
        assertThat(client.postForm("/oauth2/revoke", ClientRepository.OPAQUE, Map.of("token", token))
                        .status())
                .isEqualTo(200);
        assertThat(introspect(token).json()).containsEntry("active", false);
    }

    private static OAuthResponse introspect(String token) throws Exception {
        return client.postForm("/oauth2/introspect", ClientRepository.RESOURCE_SERVER, Map.of("token", token));
    }

    @Test
    void a_proof_binds_a_token_to_a_key() throws Exception {
        ECKey key = new ECKeyGenerator(Curve.P_256).generate();
        String proof = new DefaultDPoPProofFactory(key, JWSAlgorithm.ES256)
                .createDPoPJWT("POST", URI.create(server.issuer() + "/oauth2/token"))
                .serialize();
        OAuthResponse bound = client.postForm(
                "/oauth2/token",
                ClientRepository.SERVICE,
                Map.of("grant_type", "client_credentials", "scope", "files:read"),
                "DPoP",
                proof);
        assertThat(bound.json()).containsEntry("token_type", "DPoP");
        assertThat(AuthorizationServerClient.parseClaims(bound.text("access_token")))
                .containsEntry("cnf", Map.of("jkt", key.computeThumbprint().toString()));
    }

    @Test
    void a_registered_client_can_be_used_after_consent() throws Exception {
        OAuthResponse registered = client.post("/oauth2/register", "application/json", """
                {"client_name": "A client", "redirect_uris": ["http://127.0.0.1/callback"],
                 "grant_types": ["authorization_code"], "token_endpoint_auth_method": "none"}""");
        assertThat(registered.status()).isEqualTo(201);
        Map<String, String> request = AuthorizationServerClient.createAuthorizationRequest(
                registered.text("client_id"), "files:read", RESOURCE);
        request.put("code_challenge", "a".repeat(43));
        request.put("code_challenge_method", "S256");
        assertThat(client.authorize("alice", request)).containsKey("code");
    }

    @Test
    void after_a_rotation_the_old_key_is_published_until_it_is_removed() throws Exception {
        String oldKeyId = server.keys().currentKeyId();
        server.keys().rotate();
        assertThat(fetchPublishedKeys()).contains(oldKeyId, server.keys().currentKeyId());
        server.keys().removeOldKeys();
        assertThat(fetchPublishedKeys())
                .doesNotContain(oldKeyId)
                .contains(server.keys().currentKeyId());
    }

    private static String fetchPublishedKeys() throws Exception {
        return client.get("/oauth2/jwks").json().toString();
    }
}
