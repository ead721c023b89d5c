package dev.tenon.oauth.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import dev.tenon.coverage.support.LogCapture;
import dev.tenon.oauth.server.internal.CompactJws;
import dev.tenon.oauth.server.internal.PresentedToken;
import dev.tenon.server.McpServer;
import dev.tenon.server.call.CallContext;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.observer.NotificationInfo;
import dev.tenon.server.observer.RejectionInfo;
import dev.tenon.server.observer.RequestInfo;
import dev.tenon.server.observer.RequestOutcome;
import dev.tenon.server.observer.ServerObserver;
import java.lang.reflect.Method;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** A token is not available after its verification, so that it cannot be forwarded. */
@Isolated("it reads the log of all tests")
class TokenSecrecyTest {
    private final Issuer issuer = new Issuer();
    private final List<String> recordedTexts = new CopyOnWriteArrayList<>();

    private String recordContext(CallContext call) {
        CallerPrincipal principal = call.principal().orElseThrow();
        recordedTexts.add(
                principal.name() + principal.claims() + principal.scopes() + principal.expiresAt() + principal);
        for (Method method : CallContext.class.getMethods()) {
            if (method.getParameterCount() == 0) {
                try {
                    Object value = method.invoke(call);
                    recordedTexts.add(
                            String.valueOf(value instanceof Optional<?> optional ? optional.orElse(null) : value));
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
        return "seen";
    }

    private final class RecordingObserver implements ServerObserver {
        @Override
        public void onRequestStarted(RequestInfo call) {
            recordedTexts.add(call.toString());
        }

        @Override
        public void onRequestCompleted(RequestInfo call, RequestOutcome outcome) {
            recordedTexts.add(call + " " + outcome);
        }

        @Override
        public void onNotification(NotificationInfo notification) {
            recordedTexts.add(notification.toString());
        }

        @Override
        public void onRejection(RejectionInfo rejection) {
            recordedTexts.add(rejection.toString());
        }
    }

    @Test
    @Covers({"core/auth-server/no-passthrough", "core/auth-server/no-transit", "core/auth-server/secure-token-storage"})
    void handlers_observers_logs_and_responses_do_not_contain_the_token() throws Exception {
        String validToken = issuer.issueToken("mcp");
        String boundToken = issuer.issueBoundToken("mcp");
        String proof = DpopProofs.create(boundToken);
        String expiredToken = issuer.issueToken(claims -> claims.put("exp", 1));
        try (LogCapture log = new LogCapture();
                ProtectedTestServer server = ProtectedTestServer.start(
                        McpServer.builder("secret", "1")
                                .observer(new RecordingObserver())
                                .tool("look")
                                .handler((arguments, call) -> recordContext(call))
                                .tool("write")
                                .scopes("write")
                                .handler((arguments, call) -> "never")
                                .tool("fail")
                                .handler((arguments, call) -> {
                                    throw new IllegalStateException(
                                            "failed for " + call.principal().orElseThrow());
                                }),
                        ProtectedTestServer.newAuthenticatorBuilder().build(),
                        http -> http)) {
            String session = RequestSender.openSession(server.uri(), validToken);
            List<HttpRequest.Builder> requests = List.of(
                    RequestSender.newToolCall(server.uri(), "look").header("Authorization", "Bearer " + validToken),
                    RequestSender.newToolCall(server.uri(), "write").header("Authorization", "Bearer " + validToken),
                    RequestSender.newToolCall(server.uri(), "fail").header("Authorization", "Bearer " + validToken),
                    RequestSender.newToolCall(server.uri(), "look").header("Authorization", "Bearer " + expiredToken),
                    RequestSender.newToolCall(server.uri(), "look")
                            .header("Authorization", "Bearer " + validToken + " " + validToken),
                    RequestSender.newToolCall(server.uri(), "look")
                            .header("Authorization", "DPoP " + boundToken)
                            .header("DPoP", proof),
                    RequestSender.newToolCall(server.uri(), "look")
                            .header("Authorization", "DPoP " + boundToken)
                            .header("DPoP", proof),
                    RequestSender.newSessionRequest(
                                    server.uri(), session, RequestSender.createSessionMessage(1, "ping", ""))
                            .header("Authorization", "Bearer " + validToken));
            for (HttpRequest.Builder request : requests) {
                HttpResponse<String> response = RequestSender.send(request);
                recordedTexts.add(response.headers().map() + response.body());
            }
            recordedTexts.add(log.capturedText());
            recordedTexts.add(server.mcpServer().status().toString());
        }

        assertThat(recordedTexts).hasSizeGreaterThan(30);
        for (String secret : List.of(validToken, boundToken, proof, expiredToken)) {
            String signature = secret.substring(secret.lastIndexOf('.') + 1);
            assertThat(recordedTexts).noneMatch(text -> text.contains(secret) || text.contains(signature));
        }
    }

    @Test
    void public_objects_do_not_print_tokens_or_secrets() {
        String token = issuer.issueToken("mcp");
        CompactJws jws = CompactJws.parse(token);
        IntrospectionVerifierBuilder introspection = IntrospectionVerifier.forIssuer(Issuer.NAME)
                .endpoint(java.net.URI.create("https://login.example.com/introspect"))
                .client("id", "very-secret")
                .audience(Issuer.RESOURCE);

        for (Object object : Arrays.asList(
                new PresentedToken(token, false),
                jws,
                introspection,
                introspection.build(),
                ProtectedTestServer.newJwtVerifierBuilder(),
                ProtectedTestServer.newAuthenticatorBuilder().build())) {
            assertThat(object.toString()).doesNotContain(jws.signature()).doesNotContain("very-secret");
        }
    }
}
