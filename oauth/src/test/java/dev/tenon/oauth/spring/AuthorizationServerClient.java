package dev.tenon.oauth.spring;

import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jose.util.JSONObjectUtils;
import com.nimbusds.oauth2.sdk.pkce.CodeChallenge;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Calls an authorization server without the code under test. */
final class AuthorizationServerClient {
    static final String CALLBACK = "http://127.0.0.1:9/callback";
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final String issuer;
    private final @Nullable SSLContext tls;
    private final HttpClient http;

    AuthorizationServerClient(String issuer, @Nullable SSLContext tls) {
        this.issuer = issuer;
        this.tls = tls;
        HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(TIMEOUT);
        http = tls == null ? builder.build() : builder.sslContext(tls).build();
    }

    /** A response: the status, and the JSON body if there is one. */
    record OAuthResponse(int status, Map<String, Object> json) {
        String text(String member) {
            return String.valueOf(json.get(member));
        }
    }

    OAuthResponse get(String path) throws IOException, InterruptedException {
        return send(newRequest(path).GET());
    }

    OAuthResponse post(String path, String type, String body) throws IOException, InterruptedException {
        return send(newRequest(path).header("Content-Type", type).POST(BodyPublishers.ofString(body)));
    }

    /** Sends a form, from a client with a secret or one with its ID in the form. */
    OAuthResponse postForm(String path, @Nullable String client, Map<String, String> fields, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = newRequest(path)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(encode(fields)));
        if (client != null) {
            request.header(
                    "Authorization",
                    "Basic "
                            + Base64.getEncoder()
                                    .encodeToString(
                                            (client + ":" + ClientRepository.SECRET).getBytes(StandardCharsets.UTF_8)));
        }
        if (headers.length > 0) {
            request.headers(headers);
        }
        return send(request);
    }

    /** Logs in and exchanges the code for tokens. */
    OAuthResponse logIn(String user, String client, String scope, String resource)
            throws IOException, InterruptedException {
        CodeVerifier verifier = new CodeVerifier();
        Map<String, String> request = createAuthorizationRequest(client, scope, resource);
        request.put(
                "code_challenge",
                CodeChallenge.compute(CodeChallengeMethod.S256, verifier).getValue());
        request.put("code_challenge_method", "S256");
        Map<String, String> redirectParameters = authorize(user, request);
        Map<String, String> tokenRequest = new HashMap<>(Map.of(
                "grant_type",
                "authorization_code",
                "code",
                redirectParameters.get("code"),
                "redirect_uri",
                CALLBACK,
                "resource",
                resource,
                "code_verifier",
                verifier.getValue()));
        boolean hasSecret = !client.equals(ClientRepository.PUBLIC);
        if (!hasSecret) {
            tokenRequest.put("client_id", client);
        }
        return postForm("/oauth2/token", hasSecret ? client : null, tokenRequest);
    }

    static Map<String, String> createAuthorizationRequest(String client, String scope, String resource) {
        return new LinkedHashMap<>(Map.of(
                "response_type", "code",
                "client_id", client,
                "redirect_uri", CALLBACK,
                "scope", scope,
                "resource", resource,
                "state", "a state+with/signs"));
    }

    /** Returns the parameters of the redirect. */
    Map<String, String> authorize(String user, Map<String, String> request) throws IOException, InterruptedException {
        URI redirect =
                new BrowserUser(user, tls).authorize(URI.create(issuer + "/oauth2/authorize?" + encode(request)));
        return Arrays.stream(redirect.getRawQuery().split("&"))
                .map(pair -> pair.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> URLDecoder.decode(pair[1], StandardCharsets.UTF_8)));
    }

    /** Returns the claims of a JWT without verifying its signature. */
    static Map<String, Object> parseClaims(String jwt) {
        return parseJson(new Base64URL(jwt.split("\\.")[1]).decodeToString());
    }

    private HttpRequest.Builder newRequest(String path) {
        return HttpRequest.newBuilder(URI.create(issuer + path)).timeout(TIMEOUT);
    }

    private OAuthResponse send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
        boolean isJson = response.body().startsWith("{");
        return new OAuthResponse(response.statusCode(), isJson ? parseJson(response.body()) : Map.of());
    }

    private static Map<String, Object> parseJson(String text) {
        try {
            return JSONObjectUtils.parse(text);
        } catch (ParseException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String encode(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(f -> f.getKey() + "=" + URLEncoder.encode(f.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }
}
