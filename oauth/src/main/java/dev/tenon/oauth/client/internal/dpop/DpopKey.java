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

/** A key to which tokens are bound, and its proofs (RFC 9449): a new proof for each request. */
public final class DpopKey {
    private final ECKey key;
    private final DPoPProofFactory proofs;

    private DpopKey(ECKey key) {
        this.key = key;
        try {
            this.proofs = new DefaultDPoPProofFactory(key, JWSAlgorithm.ES256);
        } catch (JOSEException e) {
            throw new IllegalStateException("This JVM cannot sign with ES256", e);
        }
    }

    public static DpopKey generate() {
        try {
            return new DpopKey(new ECKeyGenerator(Curve.P_256).generate());
        } catch (JOSEException e) {
            throw new IllegalStateException("This JVM cannot generate keys for ES256", e);
        }
    }

    /** Parses a key that {@link #toJwk} wrote. */
    public static DpopKey parse(String jwk) {
        try {
            return new DpopKey(ECKey.parse(jwk));
        } catch (ParseException e) {
            throw new AuthorizationException("The key of the stored tokens is unreadable: log in again");
        }
    }

    /** Returns the JWK for the store, including the private key. */
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
     * Creates the proof for one request.
     *
     * @param accessToken the access token of the request, or null for a token endpoint
     * @param nonce the nonce that the server requires, or null
     */
    public SignedJWT createProof(String method, URI uri, @Nullable String accessToken, @Nullable String nonce) {
        URI htu = URI.create(HttpUrls.origin(uri) + (uri.getRawPath() == null ? "" : uri.getRawPath()));
        Nonce dpopNonce = nonce == null ? null : new Nonce(nonce);
        try {
            return accessToken == null
                    ? proofs.createDPoPJWT(method, htu, dpopNonce)
                    : proofs.createDPoPJWT(method, htu, new DPoPAccessToken(accessToken), dpopNonce);
        } catch (JOSEException e) {
            throw new AuthorizationException("Could not sign the DPoP proof", e);
        }
    }
}
