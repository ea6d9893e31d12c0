import { component, docs, innerObject } from '../describe.ts'
import { media, mediaItem, mediaOrder, thumbnail, thumbnailInput, videoInput } from './media.ts'

export const mediaDocs = docs(media, {
  about: 'Images and videos of products.',
  calls: {
    uploadImage: 'An image of at most 10 MB.',
  },
  components: {
    MediaItem: component(
      mediaItem,
      'An image or a video of a product.',
      {
        url: 'The address of an image; for a video `ID` or `ID/HASH` at the hosting service.',
        card_url: 'The same image at card size; empty for a video.',
        display_order: 'Its place among the media of the product, lowest first.',
      },
      { type: ['image', 'video'] },
    ),
    VideoInput: component(videoInput, 'The address of a video.'),
    AddedVideo: component(media.addVideo.response.shape.data, 'The video as it was added.', {
      video_id: 'The id of the video at the hosting service.',
      media_item: 'The video as a media item.',
    }),
    MediaOrder: component(mediaOrder, 'The images and videos of a product in their new order.', {
      ids: 'The ids of media items.',
    }),
    ThumbnailInput: component(thumbnailInput, 'The image that represents the product.'),
    Thumbnail: component(innerObject(thumbnail), 'The addresses of the chosen image.', {
      thumbnail: 'The address of the image.',
      thumbnail_card: 'The same image at card size.',
    }),
  },
})
