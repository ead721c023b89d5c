package dev.tenon.oauth.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.tenon.coverage.Covers;
import dev.tenon.oauth.client.StubHttpServer.Answer;
import java.net.URI;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Grants without a user. */
class GrantsTest {
    private static final String CLIENT_CREDENTIALS = "io.modelcontextprotocol/oauth-client-credentials";
    private static final String ENTERPRISE = "io.modelcontextprotocol/enterprise-managed-authorization";
    private static final String JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";

    private static PreregisteredClient secret() {
        return PreregisteredClient.of("machine").withSecret("SECRET");
    }

    private static String jwt(ECKey key, String subject) throws Exception {
        SignedJWT jwt = new SignedJWT(
                new JWSHeader(JWSAlgorithm.ES256),
                new JWTClaimsSet.Builder()
                        .subject(subject)
                        .expirationTime(new Date(System.currentTimeMillis() + 60_000))
                        .build());
        jwt.sign(new ECDSASigner(key));
        return jwt.serialize();
    }

    private static void nobodyWasAsked(OAuthTestEnvironment lab) {
        assertThat(lab.pages).isEmpty();
        assertThat(lab.issuer.authorizations()).isEmpty();
        assertThat(lab.issuer.place.seen("/register")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"client_secret_basic", "client_secret_post"})
    @Covers({
        "ext-auth/auth-client/cc-authenticate",
        "ext-auth/auth-client/cc-conform",
        "ext-auth/auth-client/cc-declare"
    })
    void a_client_gets_in_by_its_secret_and_says_that_it_can(String method) throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            lab.issuer.metadata.put("token_endpoint_auth_methods_supported", List.of(method));
            lab.server.challengedScope = "a b";
            OAuthTestEnvironment.visit(lab.oauth()
                    .client(secret())
                    .grant(new Grant.ClientCredentials())
                    .build());
            Map<String, String> asked = lab.issuer.tokenRequests().get(0);
            assertThat(asked)
                    .containsEntry("grant_type", "client_credentials")
                    .containsEntry("resource", lab.server.url());
            assertThat(TestIssuer.scopes(asked.get("scope"))).containsExactlyInAnyOrder("a", "b");
            String header = lab.issuer.place.seen("/token").get(0).header("Authorization");
            if (method.equals("client_secret_basic")) {
                assertThat(header)
                        .isEqualTo("Basic " + Base64.getEncoder().encodeToString("machine:SECRET".getBytes()));
            } else {
                assertThat(asked).containsEntry("client_secret", "SECRET");
            }
            nobodyWasAsked(lab);
            assertThat(lab.server.place.seen("/mcp"))
                    .allSatisfy(seen -> assertThat(seen.body()).contains("\"" + CLIENT_CREDENTIALS + "\":{}"));
        }
    }

    @Test
    @Covers({"ext-auth/auth-client/cc-authenticate", "ext-auth/auth-client/cc-security"})
    void a_client_gets_in_by_its_key_with_an_assertion_for_this_issuer_and_once() throws Exception {
        ECKey key = new ECKeyGenerator(Curve.P_256).generate();
        String pem = "-----BEGIN PRIVATE KEY-----\n"
                + Base64.getMimeEncoder().encodeToString(key.toECPrivateKey().getEncoded())
                + "\n-----END PRIVATE KEY-----\n";
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            lab.issuer.metadata.put("token_endpoint_auth_methods_supported", List.of("private_key_jwt"));
            lab.issuer.givesRefresh = false;
            OAuthClient oauth = lab.oauth()
                    .client(PreregisteredClient.of("machine")
                            .withKey(ClientSigningKey.ofPem("ES256", pem).withId("k1")))
                    .grant(new Grant.ClientCredentials())
                    .build();
            OAuthTestEnvironment.visit(oauth);
            lab.issuer.good.clear();
            OAuthTestEnvironment.visit(oauth);
            assertThat(lab.issuer.tokenRequests()).hasSize(2);
            SignedJWT first = SignedJWT.parse(lab.issuer.tokenRequests().get(0).get("client_assertion"));
            SignedJWT second = SignedJWT.parse(lab.issuer.tokenRequests().get(1).get("client_assertion"));
            assertThat(first.verify(new ECDSAVerifier(key))).isTrue();
            assertThat(first.getHeader().getKeyID()).isEqualTo("k1");
            assertThat(first.getJWTClaimsSet().getAudience()).containsExactly(lab.issuer.issuer());
            assertThat(first.getJWTClaimsSet().getIssuer()).isEqualTo("machine");
            assertThat(first.getJWTClaimsSet().getSubject()).isEqualTo("machine");
            assertThat(first.getJWTClaimsSet().getExpirationTime())
                    .isBefore(new Date(System.currentTimeMillis() + 600_000));
            assertThat(first.getJWTClaimsSet().getJWTID())
                    .isNotEqualTo(second.getJWTClaimsSet().getJWTID());
            nobodyWasAsked(lab);
        }
    }

    @Test
    @Covers("ext-auth/auth-client/cc-conform")
    void these_grants_require_a_preregistered_client() {
        for (PreregisteredClient client : new PreregisteredClient[] {null, PreregisteredClient.of("public")}) {
            OAuthClientBuilder builder =
                    OAuthClient.builder("https://example.com/mcp").grant(new Grant.ClientCredentials());
            if (client != null) {
                builder.client(client);
            }
            assertThatThrownBy(builder::build)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("registered client");
        }
        assertThatThrownBy(() -> PreregisteredClient.of("a").withAuthMethod(TokenEndpointAuthMethod.SECRET_BASIC))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() ->
                        ClientSigningKey.ofPem("ES256", "-----BEGIN PRIVATE KEY-----SECRET-----END PRIVATE KEY-----"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("SECRET");
        assertThatThrownBy(() -> ClientSigningKey.ofPem("HS256", "")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_workload_gets_in_by_the_assertion_of_its_platform_and_is_not_tried_twice() throws Exception {
        ECKey key = new ECKeyGenerator(Curve.P_256).generate();
        String assertion = jwt(key, "workload");
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            OAuthClient oauth = lab.oauth()
                    .client(PreregisteredClient.of("workload"))
                    .grant(new Grant.WorkloadIdentity(() -> assertion))
                    .build();
            OAuthTestEnvironment.visit(oauth);
            assertThat(lab.issuer.tokenRequests().get(0))
                    .containsEntry("grant_type", JWT_BEARER)
                    .containsEntry("assertion", assertion)
                    .containsEntry("client_id", "workload")
                    .containsEntry("resource", lab.server.url());
            nobodyWasAsked(lab);
        }
        for (String code : List.of("invalid_grant", "invalid_scope", "unauthorized_client")) {
            try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
                lab.issuer.place.on("/token", seen -> TestIssuer.error(code));
                OAuthClient oauth = lab.oauth()
                        .client(PreregisteredClient.of("workload"))
                        .grant(new Grant.WorkloadIdentity(() -> assertion))
                        .build();
                assertThatThrownBy(() -> OAuthTestEnvironment.visit(oauth))
                        .isInstanceOf(AuthorizationException.class)
                        .hasMessageContaining(code)
                        .hasMessageNotContaining(assertion);
                assertThat(lab.issuer.tokenRequests()).hasSize(1);
                nobodyWasAsked(lab);
            }
        }
    }

    @Test
    @Covers({
        "ext-auth/auth-client/ema-token-exchange",
        "ext-auth/auth-client/ema-jwt-bearer",
        "ext-auth/auth-client/ema-declare"
    })
    void enterprise_managed_authorization_needs_no_login_page() throws Exception {
        ECKey key = new ECKeyGenerator(Curve.P_256).generate();
        String jag = jwt(key, "jag");
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment();
                StubHttpServer provider = new StubHttpServer()) {
            provider.on(
                    "/token",
                    seen -> Answer.json(Map.of(
                            "access_token", jag,
                            "issued_token_type", "urn:ietf:params:oauth:token-type:id-jag",
                            "token_type", "N_A")));
            lab.issuer.metadata.put("token_endpoint_auth_methods_supported", List.of("client_secret_basic"));
            lab.server.challengedScope = "a";
            Grant grant = new Grant.EnterpriseManagedAuthorization(
                    URI.create(provider.base() + "/token"), PreregisteredClient.of("at-idp"), () -> "SECRET.id.token");
            OAuthTestEnvironment.visit(lab.oauth().client(secret()).grant(grant).build());
            assertThat(provider.seen("/token").get(0).form())
                    .containsEntry("grant_type", "urn:ietf:params:oauth:grant-type:token-exchange")
                    .containsEntry("requested_token_type", "urn:ietf:params:oauth:token-type:id-jag")
                    .containsEntry("audience", lab.issuer.issuer())
                    .containsEntry("resource", lab.server.url())
                    .containsEntry("subject_token", "SECRET.id.token")
                    .containsEntry("subject_token_type", "urn:ietf:params:oauth:token-type:id_token")
                    .containsEntry("scope", "a")
                    .containsEntry("client_id", "at-idp");
            assertThat(lab.issuer.tokenRequests().get(0))
                    .containsEntry("grant_type", JWT_BEARER)
                    .containsEntry("assertion", jag);
            assertThat(lab.issuer.place.seen("/token").get(0).header("Authorization"))
                    .startsWith("Basic ");
            nobodyWasAsked(lab);
            assertThat(lab.server.place.seen("/mcp"))
                    .allSatisfy(seen -> assertThat(seen.body()).contains("\"" + ENTERPRISE + "\":{}"));
            assertThat(grant.toString()).doesNotContain("SECRET");
        }
    }

    @Test
    @Covers("ext-auth/auth-client/ema-token-exchange")
    void a_token_that_is_not_an_id_jag_is_rejected() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment();
                StubHttpServer provider = new StubHttpServer()) {
            provider.on("/token", seen -> Answer.json(Map.of("access_token", "SECRET", "token_type", "Bearer")));
            Grant grant = new Grant.EnterpriseManagedAuthorization(
                    URI.create(provider.base() + "/token"), PreregisteredClient.of("at-idp"), () -> "SECRET.id.token");
            assertThatThrownBy(() -> OAuthTestEnvironment.visit(
                            lab.oauth().client(secret()).grant(grant).build()))
                    .isInstanceOf(AuthorizationException.class)
                    .hasMessageContaining("did not issue an ID-JAG")
                    .hasMessageNotContaining("SECRET");
            assertThat(lab.issuer.tokenRequests()).isEmpty();
        }
    }

    @Test
    void without_stored_tokens_a_login_is_required() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            TokenStore store = TokenStore.inMemory();
            OAuthClient stored = lab.oauth()
                    .tokenStore(store)
                    .grant(new Grant.StoredTokens("Log in, please"))
                    .build();
            assertThatThrownBy(() -> OAuthTestEnvironment.visit(stored))
                    .isInstanceOf(LoginRequiredException.class)
                    .hasMessageContaining("Log in, please");
            assertThat(lab.oauth().tokenStore(store).build().login()).isPresent();
            OAuthTestEnvironment.visit(stored);
            lab.issuer.good.clear();
            OAuthTestEnvironment.visit(stored);
            assertThat(lab.pages).hasSize(1);
        }
    }

    @Test
    void a_server_without_authentication_requires_no_login() throws Exception {
        try (StubHttpServer open = new StubHttpServer()) {
            open.on("/mcp", seen -> TestServer.answer(seen.json()));
            assertThat(OAuthClient.builder(open.base() + "/mcp").build().login())
                    .isEmpty();
        }
    }

    /** Issue 20, item 38: a logout reports which tokens were revoked, and why others were not. */
    @Test
    void a_logout_reports_revocations_and_always_deletes_tokens() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            OAuthClient oauth = lab.oauth().build();
            assertThat(oauth.logout()).isEqualTo(LogoutResult.NO_TOKENS);
            oauth.login();
            LogoutResult unsupported = oauth.logout();
            assertThat(unsupported.refreshToken()).isEqualTo(LogoutResult.RevocationOutcome.DELETED_LOCALLY);
            assertThat(unsupported.accessToken()).isEqualTo(LogoutResult.RevocationOutcome.DELETED_LOCALLY);
            assertThat(unsupported.accessTokenExpiry()).isNotNull();
            assertThat(unsupported.problem()).contains("does not support revocation");
            assertThat(oauth.currentLogin()).isEmpty();
            lab.issuer.metadata.put("revocation_endpoint", lab.issuer.issuer() + "/revoke");
            lab.issuer.place.on("/revoke", seen -> Answer.status(200));
            oauth.login();
            assertThat(oauth.logout())
                    .isEqualTo(new LogoutResult(
                            LogoutResult.RevocationOutcome.REVOKED,
                            LogoutResult.RevocationOutcome.REVOKED,
                            null,
                            null));
            assertThat(lab.issuer.place.seen("/revoke").stream()
                            .map(seen -> seen.form().get("token")))
                    .hasSize(2)
                    .first()
                    .asString()
                    .startsWith("refresh-");
            oauth.login();
            lab.issuer.place.off("/revoke");
            assertThat(oauth.logout().problem()).contains("HTTP status 404");
            assertThat(oauth.headers("POST", URI.create(lab.server.url()))).isEmpty();
        }
    }

    /** Issue 20, item 38: many authorization servers revoke refresh tokens only. */
    @Test
    void a_logout_reports_each_token() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            lab.issuer.metadata.put("revocation_endpoint", lab.issuer.issuer() + "/revoke");
            lab.issuer.place.on(
                    "/revoke",
                    seen -> seen.form().get("token").startsWith("access-")
                            ? TestIssuer.error("unsupported_token_type")
                            : Answer.status(200));
            OAuthClient oauth = lab.oauth().build();
            oauth.login();
            LogoutResult half = oauth.logout();
            assertThat(half.refreshToken()).isEqualTo(LogoutResult.RevocationOutcome.REVOKED);
            assertThat(half.accessToken()).isEqualTo(LogoutResult.RevocationOutcome.DELETED_LOCALLY);
            assertThat(half.problem())
                    .contains("the access token", "unsupported_token_type")
                    .doesNotContain("access-");
            lab.issuer.givesRefresh = false;
            oauth.login();
            assertThat(oauth.logout().refreshToken()).isEqualTo(LogoutResult.RevocationOutcome.ABSENT);
            oauth.login();
            lab.issuer.place.off(TestIssuer.METADATA);
            LogoutResult unreachable = oauth.logout();
            assertThat(unreachable.accessToken()).isEqualTo(LogoutResult.RevocationOutcome.DELETED_LOCALLY);
            assertThat(unreachable.problem()).contains("no metadata");
            assertThat(oauth.currentLogin()).isEmpty();
        }
    }
}
