package dev.tenon.bench.jmh;

import dev.tenon.json.Json;
import dev.tenon.json.JsonLimits;
import dev.tenon.jsonrpc.MessageReadResult;
import dev.tenon.jsonrpc.MessageReader;
import dev.tenon.jsonrpc.MessageWriter;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.jsonrpc.Response;
import dev.tenon.schema.Schema;
import dev.tenon.schema.SchemaIssue;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The steps for every message: reader, schema, writer; for comparison, Jackson parses the same message into a tree. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class MessagePathBenchmark {
    private static final String TEXT = "Tell me more. ".repeat(4);

    private final byte[] request =
            ("{\"jsonrpc\":\"2.0\",\"id\":100000001,\"method\":\"tools/call\",\"params\":{\"_meta\":{"
                            + "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                            + "\"io.modelcontextprotocol/clientCapabilities\":{}},\"name\":\"echo\",\"arguments\":{\"text\":\""
                            + TEXT
                            + "\"}}}")
                    .getBytes(StandardCharsets.UTF_8);
    private final MessageReader reader = new MessageReader(JsonLimits.DEFAULT, 100);
    private final Response response = new Response.Success(
            RequestId.of(100_000_001),
            Json.parse("{\"content\":[{\"type\":\"text\",\"text\":\"" + TEXT + "\"}],\"resultType\":\"complete\"}"));
    private final Schema schema = Schema.compile(Json.parse("""
            {"type":"object","properties":{"text":{"type":"string"}},"required":["text"]}"""));
    private final Json arguments = Json.parse("{\"text\":\"" + TEXT + "\"}");

    @Benchmark
    public MessageReadResult reader() {
        return reader.read(request);
    }

    @Benchmark
    public byte[] writer() {
        return MessageWriter.write(response);
    }

    @Benchmark
    public List<SchemaIssue> schema() {
        return schema.validate(arguments);
    }

    @Benchmark
    public JsonNode jacksonTree() {
        return JsonMapper.shared().readTree(request);
    }
}
