package dev.tenon.cli.client;

import static dev.tenon.cli.terminal.TextEscaper.escapeLine;
import static dev.tenon.cli.terminal.TextEscaper.escapeSummary;

import dev.tenon.cli.error.ExitCode;
import dev.tenon.cli.terminal.TerminalOutput;
import dev.tenon.cli.terminal.TextTable;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.model.Resource;
import dev.tenon.model.ResourceTemplate;
import java.util.List;
import picocli.CommandLine.Command;

/** The command {@code tenon resources}. */
@Command(
        name = "resources",
        description = "Lists the resources and resource templates of a server.",
        customSynopsis = {"tenon resources [OPTIONS] URL", "tenon resources [OPTIONS] -- COMMAND [ARGS]"})
final class ResourcesCommand extends ClientCommand {
    @Override
    void checkArguments(List<String> rest) {
        requireAtMost(0, rest, "resources accepts only a server. To read one resource: tenon read ... URI.");
    }

    @Override
    int run(CommandSession session, List<String> rest) {
        List<Resource> resources = session.client().resources().toList();
        List<ResourceTemplate> templates = listTemplates(session);
        session.printResult(() -> toJson(session.recorder()), () -> print(session.screen(), resources, templates));
        return ExitCode.OK;
    }

    private static Json toJson(RawResultRecorder recorder) {
        Json templates = recorder.takeMergedPages("resources/templates/list", "resourceTemplates")
                .get("resourceTemplates");
        return recorder.takeMergedPages("resources/list", "resources")
                .withMember("resourceTemplates", templates == null ? Json.of(List.of()) : templates);
    }

    /** Returns no templates for servers that do not implement their listing. */
    private static List<ResourceTemplate> listTemplates(CommandSession session) {
        try {
            return session.client().resourceTemplates().toList();
        } catch (ServerErrorException e) {
            if (e.code() == ErrorCode.METHOD_NOT_FOUND) {
                return List.of();
            }
            throw e;
        }
    }

    private static void print(TerminalOutput screen, List<Resource> resources, List<ResourceTemplate> templates) {
        TextTable table = new TextTable("RESOURCE", "TYPE", "SIZE", "DESCRIPTION");
        resources.forEach(resource -> table.addRow(
                escapeLine(resource.uri()),
                resource.mimeType() == null ? "" : escapeLine(resource.mimeType()),
                resource.size() == null ? "" : ByteSizeFormatter.format(resource.size()),
                escapeSummary(resource.description(), resource.title() == null ? resource.name() : resource.title())));
        if (!resources.isEmpty() || templates.isEmpty()) {
            table.print(screen, () -> screen.printNote("The server has no resources."));
        }
        if (!templates.isEmpty()) {
            if (!resources.isEmpty()) {
                screen.printLine("");
            }
            printTemplates(screen, templates);
        }
    }

    private static void printTemplates(TerminalOutput screen, List<ResourceTemplate> templates) {
        TextTable table = new TextTable("TEMPLATE", "TYPE", "DESCRIPTION");
        templates.forEach(template -> table.addRow(
                escapeLine(template.uriTemplate()),
                template.mimeType() == null ? "" : escapeLine(template.mimeType()),
                escapeSummary(template.description(), template.title() == null ? template.name() : template.title())));
        table.print(screen);
    }
}
