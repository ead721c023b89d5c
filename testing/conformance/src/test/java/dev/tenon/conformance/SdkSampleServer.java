package dev.tenon.conformance;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServer.SyncSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncCompletionSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncPromptSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceTemplateSpecification;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.CompleteResult;
import io.modelcontextprotocol.spec.McpSchema.CompleteResult.CompleteCompletion;
import io.modelcontextprotocol.spec.McpSchema.GetPromptResult;
import io.modelcontextprotocol.spec.McpSchema.Prompt;
import io.modelcontextprotocol.spec.McpSchema.PromptArgument;
import io.modelcontextprotocol.spec.McpSchema.PromptMessage;
import io.modelcontextprotocol.spec.McpSchema.PromptReference;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.Resource;
import io.modelcontextprotocol.spec.McpSchema.ResourceTemplate;
import io.modelcontextprotocol.spec.McpSchema.Role;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** A server on the official Java SDK with all features that the cases of malformed input use. */
// Much of the SDK is deprecated for its next release.
@SuppressWarnings("deprecation")
final class SdkSampleServer {
    private static final Map<String, Object> NO_ARGUMENTS = object("type", "object", "properties", Map.of());
    private static final Map<String, Object> TEXT = object(
            "type",
            "object",
            "properties",
            Map.of("text", Map.of("type", "string")),
            "required",
            List.of("text"),
            "additionalProperties",
            false);
    private static final AtomicInteger HOLDING = new AtomicInteger();
    private static volatile CountDownLatch release = new CountDownLatch(1);

    private SdkSampleServer() {}

    /** Returns a map with a stable order, which must be the same in every process. */
    private static Map<String, Object> object(Object... members) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < members.length; i += 2) {
            object.put((String) members[i], members[i + 1]);
        }
        return object;
    }

    /** Serves stdio, or HTTP at this path: {@code /mcp} or {@code /sse}. */
    public static void main(String[] arguments) throws Exception {
        if (arguments[0].startsWith("/")) {
            System.out.println("listening on " + SdkHttpServer.start(SdkSampleServer::addFeatures) + arguments[0]);
            return;
        }
        addFeatures(McpServer.sync(new StdioServerTransportProvider(McpJsonDefaults.getMapper())))
                .build();
    }

    private static SyncSpecification<?> addFeatures(SyncSpecification<?> server) {
        server.serverInfo("sdk-specimen", "1.0.0")
                .capabilities(ServerCapabilities.builder()
                        .tools(true)
                        .resources(true, true)
                        .prompts(true)
                        .completions()
                        .logging()
                        .build())
                .resources(new SyncResourceSpecification(
                        Resource.builder("battery://text", "text").build(), (exchange, request) -> text(request.uri())))
                .resourceTemplates(new SyncResourceTemplateSpecification(
                        ResourceTemplate.builder("battery://item/{id}", "item").build(),
                        (exchange, request) -> text(request.uri())))
                .prompts(new SyncPromptSpecification(
                        new Prompt("greet", null, List.of(new PromptArgument("name", "whom to greet", true))),
                        (exchange, request) -> new GetPromptResult(
                                null,
                                List.of(new PromptMessage(
                                        Role.USER,
                                        new TextContent(
                                                "Greet " + request.arguments().get("name")))))))
                .completions(new SyncCompletionSpecification(
                        new PromptReference("greet"),
                        (exchange, request) ->
                                new CompleteResult(new CompleteCompletion(List.of("Ada", "Grace"), 2, false))));
        tool(server, "echo", TEXT, call -> String.valueOf(call.arguments().get("text")));
        tool(server, "pause", NO_ARGUMENTS, call -> pause());
        tool(server, "hold", NO_ARGUMENTS, call -> hold());
        tool(server, "holding", NO_ARGUMENTS, call -> "holding " + HOLDING.get());
        tool(server, "release", NO_ARGUMENTS, call -> release());
        tool(server, "throw", NO_ARGUMENTS, call -> {
            throw new IllegalStateException("internal secret", new java.io.IOException("/etc/secret"));
        });
        tool(server, "trace", NO_ARGUMENTS, call -> {
            throw new McpError(new McpSchema.JSONRPCResponse.JSONRPCError(
                    -32603, "Failed", List.of(new Throwable().getStackTrace()).toString()));
        });
        return server;
    }

    private static void tool(
            SyncSpecification<?> server,
            String name,
            Map<String, Object> schema,
            Function<CallToolRequest, String> handler) {
        server.toolCall(
                Tool.builder().name(name).inputSchema(schema).build(), (exchange, request) -> CallToolResult.builder()
                        .addTextContent(handler.apply(request))
                        .build());
    }

    private static String pause() {
        // On stdio, standard output is reserved for messages.
        System.out.println("Whatever a tool prints is not for the client.");
        await(new CountDownLatch(1), 50);
        return "paused";
    }

    private static String hold() {
        HOLDING.incrementAndGet();
        try {
            return await(release, 60_000) ? "held" : "forgotten";
        } finally {
            HOLDING.decrementAndGet();
        }
    }

    private static String release() {
        CountDownLatch released = release;
        release = new CountDownLatch(1);
        released.countDown();
        return "released";
    }

    private static boolean await(CountDownLatch latch, long millis) {
        try {
            return latch.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static ReadResourceResult text(String uri) {
        return new ReadResourceResult(List.of(new TextResourceContents(uri, "text/plain", "some text")));
    }
}
