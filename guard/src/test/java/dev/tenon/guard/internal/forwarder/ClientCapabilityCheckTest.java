package dev.tenon.guard.internal.forwarder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.codec.HandshakeCodec;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.InputRequest;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.Revision;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClientCapabilityCheckTest {
    private static final ClientCapabilities NONE = ClientCapabilities.NONE;
    private static final String SAMPLING = "{\"messages\":[],\"maxTokens\":1";

    private final InputRequest roots = decode(Methods.LIST_ROOTS, "{}");
    private final InputRequest sampling = decode(Methods.CREATE_MESSAGE, SAMPLING + "}");
    private final InputRequest toolSampling = decode(
            Methods.CREATE_MESSAGE, SAMPLING + ",\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"}}]}");
    private final InputRequest form =
            decode(Methods.ELICIT, "{\"message\":\"m\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{}}}");
    private final InputRequest url = decode(
            Methods.ELICIT,
            "{\"mode\":\"url\",\"message\":\"m\",\"url\":\"https://a.example/\",\"elicitationId\":\"1\"}");

    private static InputRequest decode(Method<?, ?> method, String params) {
        return (InputRequest) HandshakeCodec.of(Revision.V2025_11_25).decodeParams(method, Json.parse(params));
    }

    private void assertDeclared(ClientCapabilities declared, InputRequest... permitted) {
        for (InputRequest request : new InputRequest[] {roots, sampling, toolSampling, form, url}) {
            assertThat(ClientCapabilityCheck.isDeclared(request, declared))
                    .as(request.toString())
                    .isEqualTo(List.of(permitted).contains(request));
        }
        assertThat(ClientCapabilityCheck.isAnyDeclared(declared)).isEqualTo(permitted.length > 0);
    }

    @Test
    void each_capability_permits_its_own_input_requests_only() {
        assertDeclared(NONE);
        assertDeclared(NONE.withRoots(false), roots);
        assertDeclared(NONE.withElicitation(true, false), form);
        assertDeclared(NONE.withElicitation(false, true), url);
        assertDeclared(NONE.withElicitation(true, true), form, url);
    }

    @Test
    void sampling_with_tools_must_be_declared_separately() {
        assertDeclared(NONE.withSampling(false), sampling);
        assertDeclared(NONE.withSampling(true), sampling, toolSampling);
    }

    @Test
    void the_server_gets_an_error_for_an_undeclared_capability() {
        assertThatThrownBy(() -> ClientCapabilityCheck.requireDeclared(url, NONE.withElicitation(true, false)))
                .isInstanceOfSatisfying(
                        RpcException.class, e -> assertThat(e.error().code()).isEqualTo(ErrorCode.METHOD_NOT_FOUND))
                .hasMessageContaining("elicitation/create");
    }
}
