package dev.tenon.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.McpClient;
import dev.tenon.client.error.ToolFailedException;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.Revision;
import dev.tenon.model.Root;
import dev.tenon.model.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the filesystem server of the MCP project, which only supports stdio. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RealFilesystemTest {
    private static final String PACKAGE = "node_modules/@modelcontextprotocol/server-filesystem/dist/index.js";

    /** The structured content of most of its tools. */
    record FileResult(String content) {}

    @TempDir
    Path directory;

    private RealServer server;

    @BeforeEach
    void find() throws IOException, InterruptedException {
        NodeScripts node = NodeRequirement.orSkip(RealFilesystemTest.class);
        directory = directory.toRealPath();
        server = RealServer.stdio(node.command(PACKAGE, directory.toString()));
    }

    @Test
    @Tag("exhaustive")
    void files_are_written_and_read_with_typed_results() throws IOException {
        Path note = directory.resolve("note.txt");
        try (McpClient client = McpClient.builder("guest", "1").connect(server.target())) {
            assertThat(client.server().revision()).isEqualTo(Revision.V2025_11_25);
            assertThat(client.tools().toList()).extracting(Tool::name).contains("read_text_file", "write_file");
            client.callTool("write_file", Map.of("path", note.toString(), "content", "Grüße 🌱"));
            assertThat(Files.readString(note, UTF_8)).isEqualTo("Grüße 🌱");
            assertThat(client.callTool("read_text_file", Map.of("path", note.toString()), FileResult.class))
                    .isEqualTo(new FileResult("Grüße 🌱"));
            assertThat(client.callTool("list_directory", Map.of("path", directory.toString()), FileResult.class)
                            .content())
                    .contains("note.txt");
        }
        assertThat(server.hasNoProcesses()).isTrue();
    }

    @Test
    @Tag("exhaustive")
    void paths_outside_are_rejected_by_the_tool() {
        try (McpClient client = McpClient.builder("guest", "1").connect(server.target())) {
            Map<String, String> outside =
                    Map.of("path", directory.resolveSibling("elsewhere").toString());
            CallToolResult rejected = client.callTool("read_text_file", outside);
            assertThat(rejected.isError()).isTrue();
            assertThat(RecordingClient.text(rejected)).contains("Access denied");
            assertThatThrownBy(() -> client.callTool("read_text_file", outside, FileResult.class))
                    .isInstanceOf(ToolFailedException.class);
        }
    }

    @Test
    @Tag("exhaustive")
    void roots_of_the_client_replace_the_initial_directories() throws Exception {
        Path one = Files.createDirectory(directory.resolve("one"));
        Path two = Files.createDirectory(directory.resolve("two"));
        AtomicReference<Path> root = new AtomicReference<>(one);
        try (McpClient client = McpClient.builder("guest", "1")
                .onRoots(requester -> List.of(
                        Root.of(Objects.requireNonNull(root.get()).toUri().toString())))
                .connect(server.target())) {
            RecordingClient.await(() -> allowed(client).strip().endsWith(one.toString()));
            root.set(two);
            client.notifyRootsChanged();
            RecordingClient.await(() -> allowed(client).strip().endsWith(two.toString()));
        }
    }

    private static String allowed(McpClient client) {
        return client.callTool("list_allowed_directories", Map.of(), FileResult.class)
                .content();
    }
}
