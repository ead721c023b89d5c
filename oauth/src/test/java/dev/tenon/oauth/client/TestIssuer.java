package dev.tenon.oauth.client;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.tenon.oauth.client.StubHttpServer.ReceivedRequest;
import dev.tenon.oauth.client.StubHttpServer.StubResponse;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** A small, strict authorization server that a test can make misbehave. */
final class TestIssuer implements AutoCloseable {
    static final String METADATA = "/.well-known/oauth-authorization-server";

    final StubHttpServer httpServer = new StubHttpServer();
    final Map<String, Object> metadata = new LinkedHashMap<>();
    /** The valid access tokens with their scopes. */
    final Map<String, Set<String>> accessTokens = new ConcurrentHashMap<>();
    /** The valid refresh tokens, each of which can be used once. */
    final Map<String, Set<String>> refreshTokens = new ConcurrentHashMap<>();

    final AtomicInteger counter = new AtomicInteger();
    volatile UnaryOperator<Map<String, String>> responseTransformer = params -> params;
    volatile boolean issuesRefreshTokens = true;
    volatile Integer expiresIn = 3600;
    volatile String clientSecret;
    private final Map<String, Map<String, String>> codes = new ConcurrentHashMap<>();

    TestIssuer() throws IOException {
        String base = httpServer.baseUrl();
        metadata.put("issuer", base);
        metadata.put("authorization_endpoint", base + "/authorize");
        metadata.put("token_endpoint", base + "/token");
        metadata.put("registration_endpoint", base + "/register");
        metadata.put("response_types_supported", List.of("code"));
        metadata.put("code_challenge_methods_supported", List.of("S256"));
        metadata.put("token_endpoint_auth_methods_supported", List.of("none"));
        httpServer
                .setHandler(METADATA, request -> StubResponse.ofJson(metadata))
                .setHandler("/authorize", this::authorize)
                .setHandler("/token", this::handleTokenRequest)
                .setHandler("/register", this::register);
    }

    String issuer() {
        return httpServer.baseUrl();
    }

    List<Map<String, String>> authorizationRequests() {
        return httpServer.requestsFor("/authorize").stream()
                .map(ReceivedRequest::query)
                .toList();
    }

    List<Map<String, String>> tokenRequests() {
        return httpServer.requestsFor("/token").stream()
                .map(ReceivedRequest::formParameters)
                .toList();
    }

    /** Handles a request for one of its paths on behalf of a different server. */
    StubResponse handle(String path, ReceivedRequest request) throws Exception {
        return switch (path) {
            case "/authorize" -> authorize(request);
            case "/token" -> handleTokenRequest(request);
            default -> register(request);
        };
    }

    private StubResponse register(ReceivedRequest request) {
        Map<String, Object> members = new LinkedHashMap<>(request.json().members());
        members.put("client_id", "client-" + counter.incrementAndGet());
        if (clientSecret != null) {
            members.put("client_secret", clientSecret);
            members.put("client_secret_expires_at", 0);
        }
        return StubResponse.ofJson(201, members);
    }

    private StubResponse authorize(ReceivedRequest request) {
        String code = "code-" + counter.incrementAndGet();
        codes.put(code, request.query());
        Map<String, String> params = new LinkedHashMap<>();
        params.put("code", code);
        params.put("state", request.query().get("state"));
        if (Boolean.TRUE.equals(metadata.get("authorization_response_iss_parameter_supported"))) {
            params.put("iss", issuer());
        }
        List<String> pairs = new ArrayList<>();
        responseTransformer.apply(params).forEach((name, value) -> {
            if (value != null) {
                pairs.add(name.strip() + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8));
            }
        });
        return StubResponse.ofStatus(302)
                .withHeader("Location", request.query().get("redirect_uri") + "?" + String.join("&", pairs));
    }

    private StubResponse handleTokenRequest(ReceivedRequest request) throws Exception {
        Map<String, String> form = request.formParameters();
        return switch (String.valueOf(form.get("grant_type"))) {
            case "authorization_code" -> exchangeCode(form);
            case "refresh_token" -> {
                Set<String> scopes = refreshTokens.remove(form.get("refresh_token"));
                yield scopes == null ? createError("invalid_grant") : issueTokens(scopes);
            }
            case "client_credentials", "urn:ietf:params:oauth:grant-type:jwt-bearer" ->
                issueTokens(parseScopes(form.get("scope")));
            default -> createError("unsupported_grant_type");
        };
    }

    private StubResponse exchangeCode(Map<String, String> form) throws Exception {
        Map<String, String> authorizationRequest = codes.remove(form.get("code"));
        byte[] hash = MessageDigest.getInstance("SHA-256")
                .digest(String.valueOf(form.get("code_verifier")).getBytes(US_ASCII));
        boolean isValid = authorizationRequest != null
                && "S256".equals(authorizationRequest.get("code_challenge_method"))
                && Base64.getUrlEncoder()
                        .withoutPadding()
                        .encodeToString(hash)
                        .equals(authorizationRequest.get("code_challenge"))
                && authorizationRequest.get("redirect_uri").equals(form.get("redirect_uri"))
                && authorizationRequest.get("resource").equals(form.get("resource"));
        return isValid ? issueTokens(parseScopes(authorizationRequest.get("scope"))) : createError("invalid_grant");
    }

    static Set<String> parseScopes(String scope) {
        return scope == null ? Set.of() : Set.of(scope.split(" "));
    }

    /** Issues tokens. */
    StubResponse issueTokens(Set<String> scopes) {
        int number = counter.incrementAndGet();
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("access_token", "access-" + number);
        members.put("token_type", "Bearer");
        if (expiresIn != null) {
            members.put("expires_in", expiresIn);
        }
        accessTokens.put("access-" + number, scopes);
        if (issuesRefreshTokens) {
            members.put("refresh_token", "refresh-" + number);
            refreshTokens.put("refresh-" + number, scopes);
        }
        return StubResponse.ofJson(members);
    }

    static StubResponse createError(String code) {
        return StubResponse.ofJson(400, Map.of("error", code, "error_description", "No, because of " + code));
    }

    @Override
    public void close() {
        httpServer.close();
    }
}
