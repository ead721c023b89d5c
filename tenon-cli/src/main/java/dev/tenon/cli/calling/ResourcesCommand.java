package dev.tenon.cli.calling;

import dev.tenon.cli.exit.ExitCode;
import dev.tenon.cli.screen.Screen;
import dev.tenon.cli.screen.Table;
import dev.tenon.cli.screen.Visible;
import dev.tenon.client.ServerErrorException;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.model.Resource;
import dev.tenon.model.ResourceTemplate;
import java.util.List;
import picocli.CommandLine.Command;

/** The command {@code tenon resources}. */
@Command(
        name = "resources",
        description = "Lists the resources of a server, and the templates of those that it does not list.",
        customSynopsis = {"tenon resources [OPTIONS] URL", "tenon resources [OPTIONS] -- COMMAND [ARGS]"})
final class ResourcesCommand extends CallingCommand {
    @Override
    void checkWords(List<String> rest) {
        atMost(0, rest, "resources takes a server only. One resource is read with: tenon read ... URI.");
    }

    @Override
    int run(Session session, List<String> rest) {
        List<Resource> resources = session.client().resources().all();
        List<ResourceTemplate> templates = templates(session);
        session.show(() -> json(session.wiretap()), () -> print(session.screen(), resources, templates));
        return ExitCode.OK;
    }

    private static Json json(Wiretap wiretap) {
        Json templates =
                wiretap.list("resources/templates/list", "resourceTemplates").get("resourceTemplates");
        return wiretap.list("resources/list", "resources")
                .with("resourceTemplates", templates == null ? Json.of(List.of()) : templates);
    }

    /** There are servers of resources that have never heard of templates. */
    private static List<ResourceTemplate> templates(Session session) {
        try {
            return session.client().resourceTemplates().all();
        } catch (ServerErrorException e) {
            if (e.code() == ErrorCode.METHOD_NOT_FOUND) {
                return List.of();
            }
            throw e;
        }
    }

    private static void print(Screen screen, List<Resource> resources, List<ResourceTemplate> templates) {
        Table table = Table.of("RESOURCE", "TYPE", "SIZE", "DESCRIPTION");
        resources.forEach(resource -> table.row(
                Visible.line(resource.uri()),
                resource.mimeType() == null ? "" : Visible.line(resource.mimeType()),
                resource.size() == null ? "" : Sizes.words(resource.size()),
                Titles.of(resource.description(), resource.title() == null ? resource.name() : resource.title())));
        if (!table.isEmpty() || templates.isEmpty()) {
            table.print(screen, () -> screen.note("The server has no resources."));
        }
        if (!templates.isEmpty()) {
            if (!table.isEmpty()) {
                screen.line("");
            }
            print(screen, templates);
        }
    }

    private static void print(Screen screen, List<ResourceTemplate> templates) {
        Table table = Table.of("TEMPLATE", "TYPE", "DESCRIPTION");
        templates.forEach(template -> table.row(
                Visible.line(template.uriTemplate()),
                template.mimeType() == null ? "" : Visible.line(template.mimeType()),
                Titles.of(template.description(), template.title() == null ? template.name() : template.title())));
        table.print(screen);
    }
}
