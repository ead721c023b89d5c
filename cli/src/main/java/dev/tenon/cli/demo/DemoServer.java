package dev.tenon.cli.demo;

import dev.tenon.server.McpServer;
import dev.tenon.server.ServerBuilder;
import dev.tenon.server.feature.PromptSpec;
import dev.tenon.server.feature.ResourceSpec;
import dev.tenon.server.feature.ResourceTemplateSpec;
import dev.tenon.server.feature.ToolSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Assembles the demo server. Each of its features is in a file of its own in this package. */
public final class DemoServer {
    private final List<ToolSpec> tools = new ArrayList<>(List.of(
            EchoTool.spec(),
            ConvertTemperatureTool.spec(),
            CorrectableErrorTool.spec(),
            CountTool.spec(),
            DrawTool.spec(),
            BeepTool.spec(),
            ReadmeTools.embedSpec(),
            ReadmeTools.linkSpec(),
            ForecastTool.spec(),
            SignUpTool.spec(),
            UrlElicitationTool.spec(),
            SamplingDiceTool.spec(),
            RootsTool.spec(),
            PlanTripTool.spec(),
            LogTool.spec(),
            PrintTool.spec()));

    private final List<ResourceSpec> resources =
            List.of(ReadmeResource.spec(), LogoResource.spec(), ClockResource.spec());

    private final List<ResourceTemplateSpec> templates = List.of(CityResource.spec());

    private final List<PromptSpec> prompts = List.of(GreetPrompt.spec(), PostcardPrompt.spec());

    private final McpServer server;

    /** Creates the demo server, ready to be served. */
    public DemoServer(String version) {
        ServerBuilder builder = McpServer.builder("tenon-demo", version)
                .title("Tenon demo")
                .instructions("A server to try clients with. Begin with the tool echo.")
                .enableLogging();
        tools.forEach(builder::tool);
        resources.forEach(builder::resource);
        templates.forEach(builder::resourceTemplate);
        prompts.forEach(builder::prompt);
        server = builder.build();

        // Features that need the server are added after it is built.
        ToolSpec toggle = SurpriseToggleTool.toggleSpec(server);
        server.add(toggle);
        tools.add(toggle);
        ClockResource.startClockThread(server);
    }

    /** Returns the server. */
    public McpServer server() {
        return server;
    }

    /** Returns the names of the tools. */
    public List<String> toolNames() {
        return tools.stream().map(spec -> spec.tool().name()).toList();
    }

    /** Returns the URIs of the resources and the URI templates. */
    public List<String> resourceUris() {
        return Stream.concat(
                        resources.stream().map(spec -> spec.resource().uri()),
                        templates.stream().map(spec -> spec.template().uriTemplate()))
                .toList();
    }

    /** Returns the names of the prompts. */
    public List<String> promptNames() {
        return prompts.stream().map(spec -> spec.prompt().name()).toList();
    }
}
