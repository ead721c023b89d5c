package dev.tenon.cli.demo;

import dev.tenon.model.Content;
import dev.tenon.model.Resource;
import dev.tenon.model.ResourceContents;
import dev.tenon.server.feature.ToolSpec;

/** Two tools that refer to a resource: one embeds its content in the result, one returns a link. */
final class ReadmeTools {
    private ReadmeTools() {}

    static ToolSpec embedSpec() {
        return ToolSpec.builder("embed_readme")
                .title("Show the readme")
                .description("Returns the readme of this server: a resource, embedded in the result.")
                .handler((nothing, call) -> Content.embedded(
                        ResourceContents.text(ReadmeResource.URI, "text/markdown", ReadmeResource.TEXT)));
    }

    static ToolSpec linkSpec() {
        return ToolSpec.builder("link_readme")
                .title("Link to the readme")
                .description("Returns a link to the readme of this server, which can be read as a resource.")
                .handler((nothing, call) -> Content.link(Resource.of(ReadmeResource.URI, "readme")
                        .withTitle("Readme")
                        .withMimeType("text/markdown")));
    }
}
