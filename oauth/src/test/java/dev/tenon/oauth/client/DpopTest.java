package dev.tenon.oauth.client;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jwt.SignedJWT;
import dev.tenon.client.McpClient;
import dev.tenon.oauth.client.StubHttpServer.Answer;
import dev.tenon.oauth.client.StubHttpServer.Seen;
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
    private static final class Proofs {
        final Set<String> used = new HashSet<>();
        volatile String thumbprint;
        volatile String nonce;

        SignedJWT check(Seen seen, String uri, String token) throws Exception {
            SignedJWT proof = SignedJWT.parse(seen.header("DPoP"));
            assertThat(proof.getHeader().getType()).hasToString("dpop+jwt");
            assertThat(proof.getHeader().getJWK().isPrivate()).isFalse();
            assertThat(proof.verify(new ECDSAVerifier(proof.getHeader().getJWK().toECKey())))
                    .isTrue();
            assertThat(proof.getJWTClaimsSet().getStringClaim("htm")).isEqualTo(seen.verb());
            assertThat(proof.getJWTClaimsSet().getStringClaim("htu")).isEqualTo(uri);
            assertThat(used.add(proof.getJWTClaimsSet().getJWTID())).isTrue();
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

        boolean lacksNonce(SignedJWT proof) throws Exception {
            return nonce != null && !nonce.equals(proof.getJWTClaimsSet().getStringClaim("nonce"));
        }
    }

    private static void bind(OAuthTestEnvironment lab, Proofs proofs) {
        lab.issuer.metadata.put("dpop_signing_alg_values_supported", List.of("ES256"));
        lab.server.scheme = "DPoP";
        lab.issuer.place.on("/token", seen -> {
            SignedJWT proof = proofs.check(seen, lab.issuer.issuer() + "/token", null);
            if (proofs.lacksNonce(proof)) {
                return Answer.json(400, Map.of("error", "use_dpop_nonce")).with("DPoP-Nonce", proofs.nonce);
            }
            Answer given = lab.issuer.handle("/token", seen);
            return new Answer(given.status(), given.headers(), given.body().replace("Bearer", "DPoP"));
        });
        lab.server.place.on("/mcp", seen -> {
            String sent = seen.header("Authorization");
            if (sent == null || !lab.issuer.good.containsKey(sent.replace("DPoP ", ""))) {
                return Answer.status(401)
                        .with(
                                "WWW-Authenticate",
                                "DPoP resource_metadata=\"" + lab.server.place.base() + TestServer.METADATA + "\"");
            }
            SignedJWT proof = proofs.check(seen, lab.server.url(), sent.replace("DPoP ", ""));
            if (proofs.lacksNonce(proof)) {
                return Answer.status(401)
                        .with("WWW-Authenticate", "DPoP error=\"use_dpop_nonce\"")
                        .with("DPoP-Nonce", proofs.nonce);
            }
            return TestServer.answer(seen.json()).with("DPoP-Nonce", proofs.nonce == null ? "" : proofs.nonce);
        });
    }

    @Test
    void a_server_that_asks_for_proofs_gets_one_with_each_request() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            Proofs proofs = new Proofs();
            bind(lab, proofs);
            OAuthClient oauth = lab.oauth().build();
            OAuthTestEnvironment.visit(oauth);
            OAuthTestEnvironment.visit(oauth);
            assertThat(proofs.used.size()).isGreaterThan(5);
            assertThat(lab.issuer.authorizations().get(0)).containsEntry("dpop_jkt", proofs.thumbprint);
            lab.issuer.good.clear();
            OAuthTestEnvironment.visit(oauth);
            assertThat(lab.pages).hasSize(1);
        }
    }

    @Test
    void nonces_go_into_the_next_proof_at_both_servers_and_are_kept_until_there_is_a_new_one() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            Proofs proofs = new Proofs();
            proofs.nonce = "n1";
            bind(lab, proofs);
            try (McpClient client = OAuthTestEnvironment.connect(lab.oauth().build())) {
                client.callTool("look", Map.of());
                int before = lab.server.place.seen("/mcp").size();
                client.callTool("look", Map.of());
                assertThat(lab.server.place.seen("/mcp")).hasSize(before + 1);
                proofs.nonce = "n2";
                client.callTool("look", Map.of());
                assertThat(lab.server.place.seen("/mcp")).hasSize(before + 3);
            }
            assertThat(lab.pages).hasSize(1);
            assertThat(lab.issuer.tokenRequests()).hasSize(2);
        }
    }

    @Test
    void a_stored_token_keeps_its_key() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            bind(lab, new Proofs());
            TokenStore store = TokenStore.inMemory();
            OAuthTestEnvironment.visit(lab.oauth().tokenStore(store).build());
            OAuthTestEnvironment.visit(lab.oauth().tokenStore(store).build());
            assertThat(lab.pages).hasSize(1);
            assertThat(lab.issuer.tokenRequests()).hasSize(1);
        }
    }

    @Test
    void dpop_can_be_required_or_disabled() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            assertThatThrownBy(() -> OAuthTestEnvironment.visit(
                            lab.oauth().dpop(DpopMode.ALWAYS).build()))
                    .isInstanceOf(AuthorizationException.class)
                    .hasMessageContaining("not bound");
            lab.issuer.metadata.put("dpop_signing_alg_values_supported", List.of("ES256"));
            lab.server.scheme = "DPoP";
            OAuthTestEnvironment.visit(lab.oauth().dpop(DpopMode.NEVER).build());
            assertThat(lab.issuer.place.seen("/token")).last().satisfies(seen -> assertThat(seen.header("DPoP"))
                    .isNull());
        }
    }
}
