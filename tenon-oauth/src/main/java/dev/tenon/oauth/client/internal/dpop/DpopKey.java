package dev.tenon.oauth.client.internal.dpop;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.oauth2.sdk.dpop.DPoPProofFactory;
import com.nimbusds.oauth2.sdk.dpop.DefaultDPoPProofFactory;
import com.nimbusds.oauth2.sdk.dpop.JWKThumbprintConfirmation;
import com.nimbusds.oauth2.sdk.token.DPoPAccessToken;
import com.nimbusds.openid.connect.sdk.Nonce;
import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.uri.HttpUrls;
import java.net.URI;
import java.text.ParseException;
import org.jspecify.annotations.Nullable;

/** A key that tokens are bound to, and its proofs (RFC 9449): one for each request, never used twice. */
public final class DpopKey {
    private final ECKey key;
    private final DPoPProofFactory proofs;

    private DpopKey(ECKey key) {
        this.key = key;
        try {
            this.proofs = new DefaultDPoPProofFactory(key, JWSAlgorithm.ES256);
        } catch (JOSEException e) {
            throw new IllegalStateException("This Java cannot sign with ES256", e);
        }
    }

    public static DpopKey generate() {
        try {
            return new DpopKey(new ECKeyGenerator(Curve.P_256).generate());
        } catch (JOSEException e) {
            throw new IllegalStateException("This Java makes no keys for ES256", e);
        }
    }

    /** The key that was {@linkplain #toJwk written}. */
    public static DpopKey parse(String jwk) {
        try {
            return new DpopKey(ECKey.parse(jwk));
        } catch (ParseException e) {
            throw new AuthorizationException(
                    "The key that the stored tokens are bound to is not readable: log in again");
        }
    }

    /** For the store: it holds the private key. */
    public String toJwk() {
        return key.toJSONString();
    }

    public JWKThumbprintConfirmation thumbprintConfirmation() {
        try {
            return JWKThumbprintConfirmation.of(key);
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * A proof for one request.
     *
     * @param access the access token that is sent with it, or null at a token endpoint
     * @param nonce what the server wants to see in it, or null
     */
    public SignedJWT createProof(String method, URI uri, @Nullable String access, @Nullable String nonce) {
        URI bare = URI.create(HttpUrls.origin(uri) + (uri.getRawPath() == null ? "" : uri.getRawPath()));
        Nonce wanted = nonce == null ? null : new Nonce(nonce);
        try {
            return access == null
                    ? proofs.createDPoPJWT(method, bare, wanted)
                    : proofs.createDPoPJWT(method, bare, new DPoPAccessToken(access), wanted);
        } catch (JOSEException e) {
            throw new AuthorizationException("A proof could not be signed", e);
        }
    }

    /** Without the key. */
    @Override
    public String toString() {
        return "DpopKey";
    }
}
