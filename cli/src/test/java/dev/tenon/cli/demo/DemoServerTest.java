package dev.tenon.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import dev.tenon.model.Revision;
import dev.tenon.server.McpServer;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import javax.sound.sampled.AudioInputStream;
import javax.sound.sampled.AudioSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DemoServerTest {
    private final DemoServer demo = new DemoServer("1");
    private final McpServer server = demo.server();

    @AfterEach
    void close() {
        server.close();
    }

    private DemoClient connect(Revision revision) throws InterruptedException {
        return new DemoClient(server, revision, DemoServerTest::respond);
    }

    /** Responds like a user who agrees and a model that rolls dice. */
    private static Json respond(Json request) {
        String params = request.get("params").toString();
        return switch (request.get("method").string()) {
            case "roots/list" -> Json.parse("{\"roots\":[{\"uri\":\"file:///work\"}]}");
            case "sampling/createMessage" -> createMessage(request.get("params"));
            default ->
                Json.parse("{\"action\":\"accept\""
                        + (params.contains("\"mode\":\"url\"") ? "}" : createFormContent(params)));
        };
    }

    private static String createFormContent(String form) {
        if (form.contains("newsletter")) {
            return """
                    ,"content":{"name":"Ada","email":"ada@example.com","plan":"PLUS","newsletter":false}}""";
        }
        return form.contains("Travellers") ? ",\"content\":{\"number\":3}}" : ",\"content\":{\"agreed\":true}}";
    }

    private static Json createMessage(Json request) {
        int messages = request.get("messages").elements().size();
        return Json.of(Map.of(
                "role",
                "assistant",
                "model",
                "m",
                "content",
                messages == 1 && request.get("tools") != null
                        ? Json.parse("{\"type\":\"tool_use\",\"id\":\"a\",\"name\":\"roll\",\"input\":{}}")
                        : Json.parse("{\"type\":\"text\",\"text\":\"After " + messages + " messages.\"}")));
    }

    @ParameterizedTest
    @EnumSource(Revision.class)
    void echo_is_the_first_tool_and_takes_one_text(Revision revision) throws Exception {
        try (DemoClient client = connect(revision)) {
            Json first =
                    client.sendRequest("tools/list", "").get("tools").elements().get(0);
            assertThat(first.get("name").string()).isEqualTo("echo");
            assertThat(first.get("inputSchema").get("required")).isEqualTo(Json.parse("[\"text\"]"));
            assertThat(client.callToolForText("echo", "{\"text\":\"a\\u0000b\"}"))
                    .isEqualTo("a\u0000b");
            assertThat(client.callToolForText("echo", "{\"txt\":\"a\"}")).contains("\"text\"");
        }
    }

    @Test
    void arguments_and_results_are_records() throws Exception {
        try (DemoClient client = connect(Revision.V2026_07_28)) {
            Json result = client.callTool("convert", "{\"degrees\":20,\"from\":\"CELSIUS\",\"to\":\"FAHRENHEIT\"}");
            assertThat(result.get("structuredContent"))
                    .isEqualTo(Json.parse("{\"degrees\":68,\"scale\":\"FAHRENHEIT\"}"));
        }
    }

    @Test
    void a_date_in_the_past_is_rejected_with_advice() throws Exception {
        try (DemoClient client = connect(Revision.V2026_07_28)) {
            LocalDate today = LocalDate.now(ZoneId.systemDefault());
            Json rejected = client.callTool("book_table", "{\"date\":\"" + today + "\",\"guests\":2}");
            assertThat(rejected.get("isError").bool()).isTrue();
            assertThat(rejected.toString()).contains("Dates must be in the future. Today is " + today + ".");
            assertThat(client.callToolForText("book_table", "{\"date\":\"" + today.plusDays(1) + "\",\"guests\":2}"))
                    .contains("is booked");
        }
    }

    @Test
    void image_and_audio_are_valid() throws Exception {
        try (DemoClient client = connect(Revision.V2026_07_28)) {
            BufferedImage image =
                    ImageIO.read(new ByteArrayInputStream(decodeData(client.callTool("draw", "{\"colour\":\"RED\"}"))));
            assertThat(image.getWidth()).isEqualTo(64);
            assertThat(image.getRGB(32, 32)).isEqualTo(0xFFC0392B);
            assertThat(image.getRGB(0, 0)).isEqualTo(0xFFFFFFFF);
            AudioInputStream sound = AudioSystem.getAudioInputStream(
                    new ByteArrayInputStream(decodeData(client.callTool("beep", "{\"hertz\":440,\"millis\":500}"))));
            assertThat(sound.getFrameLength()).isEqualTo(4000);
            assertThat(sound.getFormat().getSampleRate()).isEqualTo(8000);
        }
    }

    private static byte[] decodeData(Json result) {
        return Base64.getDecoder()
                .decode(result.get("content").elements().get(0).get("data").string());
    }

    @ParameterizedTest
    @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
    void tools_receive_client_input_in_both_eras(Revision revision) throws Exception {
        try (DemoClient client = connect(revision)) {
            assertThat(client.callToolForText("sign_up", "{}")).isEqualTo("Welcome Ada, your plan is PLUS.");
            assertThat(client.callToolForText("visit", "{}")).contains("agreed");
            assertThat(client.callToolForText("list_roots", "{}")).isEqualTo("file:///work");
            assertThat(client.callToolForText("dice", "{}")).isEqualTo("After 3 messages.");
            assertThat(client.callToolForText("plan_trip", "{\"city\":\"Ghent\"}"))
                    .startsWith("Booked for ")
                    .endsWith("After 1 messages.");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
    void counting_reports_progress_and_logging_reaches_the_client(Revision revision) throws Exception {
        try (DemoClient client = connect(revision)) {
            assertThat(client.callToolForText("count", "{\"to\":2,\"pauseMillis\":100}"))
                    .isEqualTo("Counted to 2.");
            assertThat(client.notifications("notifications/progress")).hasSize(2);
            if (!revision.isStateless()) {
                client.sendRequest("logging/setLevel", "\"level\":\"debug\"");
            }
            assertThat(client.callToolForText("log", "{}")).contains("8");
            assertThat(client.notifications("notifications/message")).hasSize(8);
        }
    }

    @Test
    void the_surprise_tool_is_added_and_removed() throws Exception {
        try (DemoClient client = connect(Revision.V2025_11_25)) {
            client.callTool("toggle_surprise", "{}");
            assertThat(client.callToolForText("surprise", "{}")).isEqualTo("Surprise!");
            client.callTool("toggle_surprise", "{}");
            assertThat(client.sendRequest("tools/list", "").toString()).doesNotContain("\"surprise\"");
            assertThat(client.notifications("notifications/tools/list_changed")).hasSize(2);
        }
    }

    @Test
    void resources_are_read_and_an_unknown_one_is_an_error() throws Exception {
        try (DemoClient client = connect(Revision.V2026_07_28)) {
            for (String uri : List.of("demo://readme", "demo://logo.png", "demo://clock", "demo://cities/Ghent")) {
                assertThat(client.sendRequest("resources/read", "\"uri\":\"" + uri + "\"")
                                .get("contents")
                                .elements())
                        .hasSize(1);
            }
            assertThat(client.sendRequest("resources/read", "\"uri\":\"demo://cities/Nowhere\"")
                            .get("code"))
                    .isEqualTo(Json.of(-32602));
            assertThat(client.callTool("embed_readme", "{}").toString()).contains("# The demo server");
            assertThat(client.callTool("link_readme", "{}").toString()).contains("demo://readme");
        }
    }

    @Test
    void subscribers_receive_updates_of_the_clock() throws Exception {
        try (DemoClient client = connect(Revision.V2025_06_18)) {
            client.sendRequest("resources/subscribe", "\"uri\":\"demo://clock\"");
            Json tick = client.nextMessage();
            assertThat(tick.get("method").string()).isEqualTo("notifications/resources/updated");
            assertThat(tick.get("params").get("uri").string()).isEqualTo("demo://clock");
        }
    }

    @Test
    void prompts_need_their_arguments_and_complete_them() throws Exception {
        try (DemoClient client = connect(Revision.V2026_07_28)) {
            assertThat(client.sendRequest("prompts/get", "\"name\":\"greet\",\"arguments\":{\"name\":\"Ada\"}")
                            .toString())
                    .contains("Greet Ada warmly.");
            assertThat(client.sendRequest("prompts/get", "\"name\":\"greet\"").get("code"))
                    .isEqualTo(Json.of(-32602));
            assertThat(client.sendRequest("prompts/get", "\"name\":\"postcard\",\"arguments\":{\"city\":\"Ghent\"}")
                            .get("messages")
                            .elements())
                    .hasSize(4);
            assertThat(client.sendRequest("completion/complete", """
                    "ref":{"type":"ref/prompt","name":"postcard"},"argument":{"name":"city","value":""},\
                    "context":{"arguments":{"country":"Belgium"}}""").toString())
                    .contains("[\"Antwerp\",\"Ghent\"]");
            assertThat(client.sendRequest("completion/complete", """
                    "ref":{"type":"ref/resource","uri":"demo://cities/{city}"},\
                    "argument":{"name":"city","value":"h"}""").toString())
                    .contains("Hamburg");
        }
    }

    @Test
    void its_features_are_listed_by_name() {
        assertThat(demo.toolNames())
                .startsWith("echo")
                .contains("toggle_surprise")
                .doesNotHaveDuplicates();
        assertThat(demo.resourceUris()).contains("demo://clock", "demo://cities/{city}");
        assertThat(demo.promptNames()).containsExactly("greet", "postcard");
    }
}
