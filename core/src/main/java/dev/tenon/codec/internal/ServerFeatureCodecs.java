package dev.tenon.codec.internal;

import dev.tenon.codec.ToolSchemaFilter;
import dev.tenon.json.Json;
import dev.tenon.model.Prompt;
import dev.tenon.model.PromptArgument;
import dev.tenon.model.Resource;
import dev.tenon.model.ResourceTemplate;
import dev.tenon.model.Revision;
import dev.tenon.model.Tool;
import dev.tenon.model.ToolAnnotations;

/** Creates the codecs of tools, resources, resource templates and prompts. */
final class ServerFeatureCodecs {
    private static final JsonObjectCodec<ToolAnnotations> HINTS = new FunctionalCodec<>(
            (out, it) -> out.field("title", it.title())
                    .field("readOnlyHint", it.readOnlyHint())
                    .field("destructiveHint", it.destructiveHint())
                    .field("idempotentHint", it.idempotentHint())
                    .field("openWorldHint", it.openWorldHint()),
            in -> new ToolAnnotations(
                    in.stringOrNull("title"),
                    in.booleanOrNull("readOnlyHint"),
                    in.booleanOrNull("destructiveHint"),
                    in.booleanOrNull("idempotentHint"),
                    in.booleanOrNull("openWorldHint")));

    private ServerFeatureCodecs() {}

    static JsonObjectCodec<Tool> tool(CommonMemberCodec common) {
        Revision revision = common.revision;
        ToolSchemaFilter schemas = new ToolSchemaFilter(revision);
        return new FunctionalCodec<>(
                (out, it) -> {
                    out.field("name", it.name());
                    common.writeTitle(out, it.title());
                    out.field("description", it.description());
                    out.field("inputSchema", schemas.filter(it.inputSchema()));
                    Json output = it.outputSchema();
                    out.field(
                            "outputSchema",
                            output == null || !canCarrySchema(revision, output) ? null : schemas.filter(output));
                    MemberWriter.writeIfPresent(
                            out, "annotations", revision.hasToolAnnotations() ? it.annotations() : null, HINTS);
                    common.icons(out, it.icons());
                    common.writeMeta(out, it.meta());
                },
                in -> new Tool(
                        in.string("name"),
                        in.object("inputSchema"),
                        in.stringOrNull("title"),
                        in.stringOrNull("description"),
                        in.objectOrNull("outputSchema"),
                        in.decodeOrNull("annotations", HINTS::read),
                        common.icons(in),
                        in.meta()));
    }

    /** Before 2026-07-28, structured results and their schemas must be objects. */
    private static boolean canCarrySchema(Revision revision, Json outputSchema) {
        boolean object = "object".equals(outputSchema.string("type"));
        return revision.hasStructuredContent() && (object || revision.hasAnyStructuredContent());
    }

    /** Creates the codec of a resource in a list or in a resource link. */
    static JsonObjectCodec<Resource> resource(CommonMemberCodec common) {
        return new FunctionalCodec<>(
                (out, it) -> {
                    out.field("uri", it.uri()).field("name", it.name());
                    common.writeTitle(out, it.title());
                    out.field("description", it.description()).field("mimeType", it.mimeType());
                    out.field("size", it.size());
                    common.annotations(out, it.annotations());
                    common.icons(out, it.icons());
                    common.writeMeta(out, it.meta());
                },
                in -> new Resource(
                        in.string("uri"),
                        in.string("name"),
                        in.stringOrNull("title"),
                        in.stringOrNull("description"),
                        in.stringOrNull("mimeType"),
                        in.integerOrNull("size"),
                        common.annotations(in),
                        common.icons(in),
                        in.meta()));
    }

    static JsonObjectCodec<ResourceTemplate> resourceTemplate(CommonMemberCodec common) {
        return new FunctionalCodec<>(
                (out, it) -> {
                    out.field("uriTemplate", it.uriTemplate()).field("name", it.name());
                    common.writeTitle(out, it.title());
                    out.field("description", it.description()).field("mimeType", it.mimeType());
                    common.annotations(out, it.annotations());
                    common.icons(out, it.icons());
                    common.writeMeta(out, it.meta());
                },
                in -> new ResourceTemplate(
                        in.string("uriTemplate"),
                        in.string("name"),
                        in.stringOrNull("title"),
                        in.stringOrNull("description"),
                        in.stringOrNull("mimeType"),
                        common.annotations(in),
                        common.icons(in),
                        in.meta()));
    }

    static JsonObjectCodec<Prompt> prompt(CommonMemberCodec common) {
        JsonObjectCodec<PromptArgument> argument = new FunctionalCodec<>(
                (out, it) -> {
                    out.field("name", it.name());
                    common.writeTitle(out, it.title());
                    out.field("description", it.description());
                    MemberWriter.writeIfTrue(out, "required", it.required());
                },
                in -> new PromptArgument(
                        in.string("name"),
                        in.stringOrNull("title"),
                        in.stringOrNull("description"),
                        in.booleanOrFalse("required")));
        return new FunctionalCodec<>(
                (out, it) -> {
                    out.field("name", it.name());
                    common.writeTitle(out, it.title());
                    out.field("description", it.description());
                    MemberWriter.writeListIfNotEmpty(out, "arguments", it.arguments(), argument);
                    common.icons(out, it.icons());
                    common.writeMeta(out, it.meta());
                },
                in -> new Prompt(
                        in.string("name"),
                        in.stringOrNull("title"),
                        in.stringOrNull("description"),
                        in.decodeListOrEmpty("arguments", argument::read),
                        common.icons(in),
                        in.meta()));
    }
}
