package dev.tenon.guard.credential;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tenon.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * A small authorization server: it issues tokens to clients of the guard, and tokens for upstream servers to the guard.
 */
final class TestIssuer implements AutoCloseable {
    static final String RESOURCE = "https://guard.example.com/mcp";
    static final String SECRET = "the-guard's-secret";

    private static final KeyPair KEYS = generateKeys();

    private final HttpServer http;
    private final AtomicInteger counter = new AtomicInteger();
    /** The tokens issued for upstream servers, with their subjects. */
    final Map<String, String> issuedTokens = new ConcurrentHashMap<>();
    /** The requests to the token endpoint. */
    final List<TokenRequest> tokenRequests = new CopyOnWriteArrayList<>();

    volatile int expiresInSeconds = 3600;
    volatile String secret = SECRET;
    volatile Function<TokenRequest, TokenResponse> responder = this::respond;

    record TokenRequest(Map<String, String> form, String authorization) {}

    record TokenResponse(int status, String body) {}

    TestIssuer() throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        http.setExecutor(Executors.newCachedThreadPool());
        http.createContext("/", this::handle);
        http.start();
    }

    private static KeyPair generateKeys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    String issuer() {
        return "http://127.0.0.1:" + http.getAddress().getPort();
    }

    String tokenUrl() {
        return issuer() + "/token";
    }

    private void handle(HttpExchange call) throws IOException {
        String path = call.getRequestURI().getPath();
        byte[] body = call.getRequestBody().readAllBytes();
        if (path.equals("/token")) {
            TokenRequest request = new TokenRequest(
                    form(new String(body, StandardCharsets.UTF_8)),
                    call.getRequestHeaders().getFirst("Authorization"));
            tokenRequests.add(request);
            sendResponse(call, responder.apply(request));
        } else if (path.equals("/jwks")) {
            RSAPublicKey key = (RSAPublicKey) KEYS.getPublic();
            sendResponse(
                    call,
                    new TokenResponse(
                            200,
                            "{\"keys\":[{\"kty\":\"RSA\",\"kid\":\"k\",\"n\":\""
                                    + base64Url(key.getModulus().toByteArray(), 1) + "\",\"e\":\"AQAB\"}]}"));
        } else if (path.startsWith("/.well-known/")) {
            sendResponse(
                    call,
                    new TokenResponse(200, "{\"issuer\":\"" + issuer() + "\",\"jwks_uri\":\"" + issuer() + "/jwks\"}"));
        } else {
            sendResponse(call, new TokenResponse(404, "{}"));
        }
    }

    private static void sendResponse(HttpExchange call, TokenResponse response) throws IOException {
        byte[] bytes = response.body().getBytes(StandardCharsets.UTF_8);
        call.getResponseHeaders().add("Content-Type", "application/json");
        call.sendResponseHeaders(response.status(), bytes.length);
        call.getResponseBody().write(bytes);
        call.close();
    }

    private static Map<String, String> form(String body) {
        Map<String, String> form = new LinkedHashMap<>();
        for (String pair : body.split("&")) {
            String[] parts = pair.split("=", 2);
            form.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
        }
        return form;
    }

    /** Responds as a correct authorization server does. */
    TokenResponse respond(TokenRequest request) {
        String expected = "Basic "
                + Base64.getEncoder()
                        .encodeToString(("guard:" + java.net.URLEncoder.encode(secret, StandardCharsets.UTF_8))
                                .getBytes(StandardCharsets.UTF_8));
        if (!expected.equals(request.authorization())) {
            return error("invalid_client");
        }
        if ("client_credentials".equals(request.form().get("grant_type"))) {
            return token("guard");
        }
        String subject = request.form().get("subject_token");
        boolean isValid = "urn:ietf:params:oauth:grant-type:token-exchange"
                        .equals(request.form().get("grant_type"))
                && "urn:ietf:params:oauth:token-type:access_token"
                        .equals(request.form().get("subject_token_type"))
                && "behind".equals(request.form().get("audience"))
                && subject != null;
        return isValid
                ? token(claims(subject).get("sub").string() + " "
                        + claims(subject).get("scope").string())
                : error("invalid_request");
    }

    static Json claims(String token) {
        return Json.parse(new String(Base64.getUrlDecoder().decode(token.split("\\.")[1]), StandardCharsets.UTF_8));
    }

    private TokenResponse token(String subject) {
        String token = "behind-token-" + counter.incrementAndGet();
        issuedTokens.put(token, subject);
        return new TokenResponse(
                200,
                "{\"access_token\":\"" + token + "\",\"token_type\":\"Bearer\",\"expires_in\":" + expiresInSeconds
                        + ",\"issued_token_type\":\"urn:ietf:params:oauth:token-type:access_token\"}");
    }

    static TokenResponse error(String code) {
        return new TokenResponse(400, "{\"error\":\"" + code + "\"}");
    }

    /** Returns a token of a subject for the guard. */
    String token(String subject, String scope) {
        return sign(claims(RESOURCE, subject, scope, Instant.now().plusSeconds(300)));
    }

    Map<String, Object> claims(String audience, String subject, String scope, Instant expires) {
        Map<String, Object> claims = new LinkedHashMap<>();
        claims.put("iss", issuer());
        claims.put("sub", subject);
        claims.put("aud", audience);
        claims.put("scope", scope);
        claims.put("client_id", "app");
        claims.put("jti", "id-" + counter.incrementAndGet());
        claims.put("exp", expires.getEpochSecond());
        return claims;
    }

    static String sign(Map<String, Object> claims) {
        try {
            String head = base64Url(
                    "{\"alg\":\"RS256\",\"typ\":\"at+jwt\",\"kid\":\"k\"}".getBytes(StandardCharsets.UTF_8), 0);
            String signed = head + "." + base64Url(Json.of(claims).toString().getBytes(StandardCharsets.UTF_8), 0);
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(KEYS.getPrivate());
            signature.update(signed.getBytes(StandardCharsets.US_ASCII));
            return signed + "." + base64Url(signature.sign(), 0);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String base64Url(byte[] bytes, int from) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(java.util.Arrays.copyOfRange(bytes, from, bytes.length));
    }

    @Override
    public void close() {
        http.stop(0);
    }
}
