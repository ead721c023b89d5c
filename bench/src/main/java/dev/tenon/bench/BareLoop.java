package dev.tenon.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The least a program can do: reads a line, parses it with Jackson, writes an answer. What starts are compared with. */
public final class BareLoop {
    private BareLoop() {}

    /** Answers each line of the standard input. */
    public static void main(String[] args) throws IOException {
        JsonMapper mapper = JsonMapper.shared();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            JsonNode request = mapper.readTree(line);
            System.out.println("{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + ",\"result\":{}}");
        }
    }
}
