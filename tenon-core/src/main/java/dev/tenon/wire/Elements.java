package dev.tenon.wire;

import dev.tenon.model.Revision;

/** The codecs of the things that messages are made of, in one revision. */
final class Elements {
    final Revision revision;
    final MetaCodec meta;
    final ImplementationCodec implementation;
    final ClientCapabilitiesCodec clientCapabilities;
    final ServerCapabilitiesCodec serverCapabilities;
    final ResourceCodec resource;
    final ResourceTemplateCodec resourceTemplate;
    final ResourceContentsCodec resourceContents;
    final ContentCodec content;
    final ToolCodec tool;
    final PromptCodec prompt;
    final PromptMessageCodec promptMessage;
    final SamplingMessageCodec samplingMessage;
    final RootCodec root;

    Elements(Revision revision) {
        this.revision = revision;
        meta = new MetaCodec(revision);
        IconCodec icons = new IconCodec(revision);
        AnnotationsCodec annotations = new AnnotationsCodec(revision);
        implementation = new ImplementationCodec(revision, icons);
        clientCapabilities = new ClientCapabilitiesCodec(revision);
        serverCapabilities = new ServerCapabilitiesCodec(revision);
        resource = new ResourceCodec(revision, annotations, icons, meta);
        resourceTemplate = new ResourceTemplateCodec(revision, annotations, icons, meta);
        resourceContents = new ResourceContentsCodec(meta);
        PlainContentCodec plain = new PlainContentCodec(revision, annotations, meta);
        content = new ContentCodec(revision, plain, resource, resourceContents, annotations, meta);
        tool = new ToolCodec(revision, icons, meta);
        prompt = new PromptCodec(revision, icons, meta);
        promptMessage = new PromptMessageCodec(content);
        samplingMessage =
                new SamplingMessageCodec(revision, new SamplingContentCodec(revision, plain, content, meta), meta);
        root = new RootCodec(meta);
    }
}
