package dev.tenon.codec.internal;

import dev.tenon.codec.ToolSchemaFilter;
import dev.tenon.json.Json;
import dev.tenon.model.Implementation;
import dev.tenon.model.Prompt;
import dev.tenon.model.PromptArgument;
import dev.tenon.model.Resource;
import dev.tenon.model.ResourceTemplate;
import dev.tenon.model.Revision;
import dev.tenon.model.Tool;
import dev.tenon.model.ToolAnnotations;
import org.jspecify.annotations.Nullable;

/** The codecs of the types that occur in messages, for one revision. */
public final class ElementCodecs {
    private static final JsonObjectCodec<ToolAnnotations> HINTS = new JsonObjectCodec<>(
            (out, it) -> out.fieldUnlessNull("title", it.title())
                    .fieldUnlessNull("readOnlyHint", it.readOnlyHint())
                    .fieldUnlessNull("destructiveHint", it.destructiveHint())
                    .fieldUnlessNull("idempotentHint", it.idempotentHint())
                    .fieldUnlessNull("openWorldHint", it.openWorldHint()),
            in -> new ToolAnnotations(
                    in.stringOrNull("title"),
                    in.booleanOrNull("readOnlyHint"),
                    in.booleanOrNull("destructiveHint"),
                    in.booleanOrNull("idempotentHint"),
                    in.booleanOrNull("openWorldHint")));

    public final Revision revision;
    public final CommonMemberCodec common;
    public final JsonObjectCodec<Implementation> implementation;
    public final CapabilityCodecs capabilities;
    final JsonObjectCodec<Resource> resource;
    final JsonObjectCodec<ResourceTemplate> resourceTemplate;
    final ContentCodec content;
    final JsonObjectCodec<Tool> tool;
    final JsonObjectCodec<Prompt> prompt;

    ElementCodecs(Revision revision) {
        this.revision = revision;
        common = new CommonMemberCodec(revision);
        implementation = implementationCodec();
        capabilities = new CapabilityCodecs(revision);
        resource = resourceCodec();
        resourceTemplate = resourceTemplateCodec();
        content = new ContentCodec(common, resource);
        tool = toolCodec();
        prompt = promptCodec();
    }

    private JsonObjectCodec<Implementation> implementationCodec() {
        return new JsonObjectCodec<>(
                (out, it) -> {
                    out.fieldUnlessNull("name", it.name());
                    common.writeTitle(out, it.title());
                    out.fieldUnlessNull("version", it.version());
                    if (revision.hasIcons()) {
                        out.fieldUnlessNull("description", it.description())
                                .fieldUnlessNull("websiteUrl", it.websiteUrl());
                        common.icons(out, it.icons());
                    }
                },
                in -> withWebsite(
                        new Implementation(
                                in.string("name"),
                                in.string("version"),
                                in.stringOrNull("title"),
                                in.stringOrNull("description"),
                                null,
                                common.icons(in)),
                        in.stringOrNull("websiteUrl")));
    }

    /** Ignores an invalid URL: it is for display only, so it is not a reason to reject the peer. */
    private static Implementation withWebsite(Implementation it, @Nullable String url) {
        try {
            return it.withWebsiteUrl(url);
        } catch (IllegalArgumentException e) {
            return it;
        }
    }

    private JsonObjectCodec<Tool> toolCodec() {
        ToolSchemaFilter schemas = new ToolSchemaFilter(revision);
        return new JsonObjectCodec<>(
                (out, it) -> {
                    common.writeNames(out, it.name(), it.title(), it.description());
                    out.fieldUnlessNull("inputSchema", schemas.filter(it.inputSchema()));
                    Json output = it.outputSchema();
                    out.fieldUnlessNull(
                            "outputSchema", output == null || !canCarrySchema(output) ? null : schemas.filter(output));
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
    private boolean canCarrySchema(Json outputSchema) {
        boolean object = "object".equals(outputSchema.string("type"));
        return revision.hasStructuredContent() && (object || revision.hasAnyStructuredContent());
    }

    /** Creates the codec of a resource in a list or in a resource link. */
    private JsonObjectCodec<Resource> resourceCodec() {
        return new JsonObjectCodec<>(
                (out, it) -> {
                    out.fieldUnlessNull("uri", it.uri()).fieldUnlessNull("name", it.name());
                    common.writeTitle(out, it.title());
                    out.fieldUnlessNull("description", it.description()).fieldUnlessNull("mimeType", it.mimeType());
                    out.fieldUnlessNull("size", it.size());
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

    private JsonObjectCodec<ResourceTemplate> resourceTemplateCodec() {
        return new JsonObjectCodec<>(
                (out, it) -> {
                    out.fieldUnlessNull("uriTemplate", it.uriTemplate()).fieldUnlessNull("name", it.name());
                    common.writeTitle(out, it.title());
                    out.fieldUnlessNull("description", it.description()).fieldUnlessNull("mimeType", it.mimeType());
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

    private JsonObjectCodec<Prompt> promptCodec() {
        JsonObjectCodec<PromptArgument> argument = new JsonObjectCodec<>(
                (out, it) -> {
                    common.writeNames(out, it.name(), it.title(), it.description());
                    MemberWriter.writeIfTrue(out, "required", it.required());
                },
                in -> new PromptArgument(
                        in.string("name"),
                        in.stringOrNull("title"),
                        in.stringOrNull("description"),
                        in.booleanOrFalse("required")));
        return new JsonObjectCodec<>(
                (out, it) -> {
                    common.writeNames(out, it.name(), it.title(), it.description());
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
