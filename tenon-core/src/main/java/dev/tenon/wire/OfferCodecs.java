package dev.tenon.wire;

import dev.tenon.json.Json;
import dev.tenon.model.Prompt;
import dev.tenon.model.PromptArgument;
import dev.tenon.model.Resource;
import dev.tenon.model.ResourceTemplate;
import dev.tenon.model.Revision;
import dev.tenon.model.Tool;
import dev.tenon.model.ToolAnnotations;

/** What a server lists: tools, resources, templates of resources and prompts. */
final class OfferCodecs {
    private static final Codec<ToolAnnotations> HINTS = new SimpleCodec<>(
            (out, it) -> out.field("title", it.title())
                    .field("readOnlyHint", it.readOnlyHint())
                    .field("destructiveHint", it.destructiveHint())
                    .field("idempotentHint", it.idempotentHint())
                    .field("openWorldHint", it.openWorldHint()),
            in -> new ToolAnnotations(
                    in.textOrNull("title"),
                    in.flagOrNull("readOnlyHint"),
                    in.flagOrNull("destructiveHint"),
                    in.flagOrNull("idempotentHint"),
                    in.flagOrNull("openWorldHint")));

    private OfferCodecs() {}

    static Codec<Tool> tool(CommonMembers common) {
        Revision revision = common.revision;
        SchemaCodec schemas = new SchemaCodec(revision);
        return new SimpleCodec<>(
                (out, it) -> {
                    out.field("name", it.name());
                    common.title(out, it.title());
                    out.field("description", it.description());
                    out.field("inputSchema", schemas.shown(it.inputSchema()));
                    Json output = it.outputSchema();
                    out.field(
                            "outputSchema",
                            output == null || !carries(revision, output) ? null : schemas.shown(output));
                    Write.one(out, "annotations", revision.hasToolAnnotations() ? it.annotations() : null, HINTS);
                    common.icons(out, it.icons());
                    common.meta(out, it.meta());
                },
                in -> new Tool(
                        in.text("name"),
                        in.object("inputSchema"),
                        in.textOrNull("title"),
                        in.textOrNull("description"),
                        in.objectOrNull("outputSchema"),
                        in.oneOrNull("annotations", HINTS::read),
                        common.icons(in),
                        in.meta()));
    }

    /** Before 2026-07-28 results are objects, and so are their schemas. */
    private static boolean carries(Revision revision, Json outputSchema) {
        boolean object = "object".equals(outputSchema.string("type"));
        return revision.hasStructuredContent() && (object || revision.hasAnyStructuredContent());
    }

    /** A resource in a list, or one that content links to. */
    static Codec<Resource> resource(CommonMembers common) {
        return new SimpleCodec<>(
                (out, it) -> {
                    out.field("uri", it.uri()).field("name", it.name());
                    common.title(out, it.title());
                    out.field("description", it.description()).field("mimeType", it.mimeType());
                    out.field("size", it.size());
                    common.annotations(out, it.annotations());
                    common.icons(out, it.icons());
                    common.meta(out, it.meta());
                },
                in -> new Resource(
                        in.text("uri"),
                        in.text("name"),
                        in.textOrNull("title"),
                        in.textOrNull("description"),
                        in.textOrNull("mimeType"),
                        in.wholeOrNull("size"),
                        common.annotations(in),
                        common.icons(in),
                        in.meta()));
    }

    static Codec<ResourceTemplate> resourceTemplate(CommonMembers common) {
        return new SimpleCodec<>(
                (out, it) -> {
                    out.field("uriTemplate", it.uriTemplate()).field("name", it.name());
                    common.title(out, it.title());
                    out.field("description", it.description()).field("mimeType", it.mimeType());
                    common.annotations(out, it.annotations());
                    common.icons(out, it.icons());
                    common.meta(out, it.meta());
                },
                in -> new ResourceTemplate(
                        in.text("uriTemplate"),
                        in.text("name"),
                        in.textOrNull("title"),
                        in.textOrNull("description"),
                        in.textOrNull("mimeType"),
                        common.annotations(in),
                        common.icons(in),
                        in.meta()));
    }

    static Codec<Prompt> prompt(CommonMembers common) {
        Codec<PromptArgument> argument = new SimpleCodec<>(
                (out, it) -> {
                    out.field("name", it.name());
                    common.title(out, it.title());
                    out.field("description", it.description());
                    Write.ifTrue(out, "required", it.required());
                },
                in -> new PromptArgument(
                        in.text("name"), in.textOrNull("title"), in.textOrNull("description"), in.flag("required")));
        return new SimpleCodec<>(
                (out, it) -> {
                    out.field("name", it.name());
                    common.title(out, it.title());
                    out.field("description", it.description());
                    Write.listIfAny(out, "arguments", it.arguments(), argument);
                    common.icons(out, it.icons());
                    common.meta(out, it.meta());
                },
                in -> new Prompt(
                        in.text("name"),
                        in.textOrNull("title"),
                        in.textOrNull("description"),
                        in.listOrEmpty("arguments", argument::read),
                        common.icons(in),
                        in.meta()));
    }
}
