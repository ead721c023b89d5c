package dev.tenon.oauth.client;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jwt.SignedJWT;
import dev.tenon.client.McpClient;
import dev.tenon.oauth.client.StubHttpServer.ReceivedRequest;
import dev.tenon.oauth.client.StubHttpServer.StubResponse;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tokens that are bound to a key, and their proofs (RFC 9449). */
class DpopTest {
    /** Verifies the proofs of one key as a server does. */
    private static final class DpopVerifier {
        final Set<String> usedIds = new HashSet<>();
        volatile String thumbprint;
        volatile String nonce;

        SignedJWT verify(ReceivedRequest request, String uri, String token) throws Exception {
            SignedJWT proof = SignedJWT.parse(request.header("DPoP"));
            assertThat(proof.getHeader().getType()).hasToString("dpop+jwt");
            assertThat(proof.getHeader().getJWK().isPrivate()).isFalse();
            assertThat(proof.verify(new ECDSAVerifier(proof.getHeader().getJWK().toECKey())))
                    .isTrue();
            assertThat(proof.getJWTClaimsSet().getStringClaim("htm")).isEqualTo(request.method());
            assertThat(proof.getJWTClaimsSet().getStringClaim("htu")).isEqualTo(uri);
            assertThat(usedIds.add(proof.getJWTClaimsSet().getJWTID())).isTrue();
            String ath = proof.getJWTClaimsSet().getStringClaim("ath");
            if (token != null) {
                byte[] hash = MessageDigest.getInstance("SHA-256").digest(token.getBytes(US_ASCII));
                assertThat(ath)
                        .isEqualTo(Base64.getUrlEncoder().withoutPadding().encodeToString(hash));
                assertThat(proof.getHeader().getJWK().computeThumbprint()).hasToString(thumbprint);
            } else {
                assertThat(ath).isNull();
                thumbprint = proof.getHeader().getJWK().computeThumbprint().toString();
            }
            return proof;
        }

        boolean isNonceMissing(SignedJWT proof) throws Exception {
            return nonce != null && !nonce.equals(proof.getJWTClaimsSet().getStringClaim("nonce"));
        }
    }

    private static void requireProofs(OAuthTestEnvironment environment, DpopVerifier verifier) {
        environment.issuer.metadata.put("dpop_signing_alg_values_supported", List.of("ES256"));
        environment.server.scheme = "DPoP";
        environment.issuer.httpServer.setHandler("/token", request -> {
            SignedJWT proof = verifier.verify(request, environment.issuer.issuer() + "/token", null);
            if (verifier.isNonceMissing(proof)) {
                return StubResponse.ofJson(400, Map.of("error", "use_dpop_nonce"))
                        .withHeader("DPoP-Nonce", verifier.nonce);
            }
            StubResponse response = environment.issuer.handle("/token", request);
            return new StubResponse(
                    response.status(), response.headers(), response.body().replace("Bearer", "DPoP"));
        });
        environment.server.httpServer.setHandler("/mcp", request -> {
            String authorization = request.header("Authorization");
            if (authorization == null
                    || !environment.issuer.accessTokens.containsKey(authorization.replace("DPoP ", ""))) {
                return StubResponse.ofStatus(401)
                        .withHeader(
                                "WWW-Authenticate",
                                "DPoP resource_metadata=\"" + environment.server.httpServer.baseUrl()
                                        + TestServer.METADATA + "\"");
            }
            SignedJWT proof = verifier.verify(request, environment.server.url(), authorization.replace("DPoP ", ""));
            if (verifier.isNonceMissing(proof)) {
                return StubResponse.ofStatus(401)
                        .withHeader("WWW-Authenticate", "DPoP error=\"use_dpop_nonce\"")
                        .withHeader("DPoP-Nonce", verifier.nonce);
            }
            return TestServer.createResult(request.json())
                    .withHeader("DPoP-Nonce", verifier.nonce == null ? "" : verifier.nonce);
        });
    }

    @Test
    void a_server_that_requires_proofs_gets_one_with_each_request() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            DpopVerifier verifier = new DpopVerifier();
            requireProofs(environment, verifier);
            OAuthClient oauth = environment.newClientBuilder().build();
            OAuthTestEnvironment.callToolOnce(oauth);
            OAuthTestEnvironment.callToolOnce(oauth);
            assertThat(verifier.usedIds.size()).isGreaterThan(5);
            assertThat(environment.issuer.authorizationRequests().get(0))
                    .containsEntry("dpop_jkt", verifier.thumbprint);
            environment.issuer.accessTokens.clear();
            OAuthTestEnvironment.callToolOnce(oauth);
            assertThat(environment.openedPages).hasSize(1);
        }
    }

    @Test
    void a_nonce_is_sent_to_both_servers_until_it_is_replaced() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            DpopVerifier verifier = new DpopVerifier();
            verifier.nonce = "n1";
            requireProofs(environment, verifier);
            try (McpClient client =
                    OAuthTestEnvironment.connect(environment.newClientBuilder().build())) {
                client.callTool("look", Map.of());
                int before = environment.server.httpServer.requestsFor("/mcp").size();
                client.callTool("look", Map.of());
                assertThat(environment.server.httpServer.requestsFor("/mcp")).hasSize(before + 1);
                verifier.nonce = "n2";
                client.callTool("look", Map.of());
                assertThat(environment.server.httpServer.requestsFor("/mcp")).hasSize(before + 3);
            }
            assertThat(environment.openedPages).hasSize(1);
            assertThat(environment.issuer.tokenRequests()).hasSize(2);
        }
    }

    @Test
    void a_stored_token_keeps_its_key() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            requireProofs(environment, new DpopVerifier());
            TokenStore store = TokenStore.inMemory();
            OAuthTestEnvironment.callToolOnce(
                    environment.newClientBuilder().tokenStore(store).build());
            OAuthTestEnvironment.callToolOnce(
                    environment.newClientBuilder().tokenStore(store).build());
            assertThat(environment.openedPages).hasSize(1);
            assertThat(environment.issuer.tokenRequests()).hasSize(1);
        }
    }

    @Test
    void dpop_can_be_required_or_disabled() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            assertThatThrownBy(() -> OAuthTestEnvironment.callToolOnce(
                            environment.newClientBuilder().dpop(DpopMode.ALWAYS).build()))
                    .isInstanceOf(AuthorizationException.class)
                    .hasMessageContaining("not bound");
            environment.issuer.metadata.put("dpop_signing_alg_values_supported", List.of("ES256"));
            environment.server.scheme = "DPoP";
            OAuthTestEnvironment.callToolOnce(
                    environment.newClientBuilder().dpop(DpopMode.NEVER).build());
            assertThat(environment.issuer.httpServer.requestsFor("/token"))
                    .last()
                    .satisfies(request -> assertThat(request.header("DPoP")).isNull());
        }
    }
}
